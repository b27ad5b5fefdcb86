#!/bin/sh
# A program that speaks UCI, UCCI or the Gomocup protocol and misbehaves in one way, for tests:
#   fake-engine.sh PROTOCOL WAY [MARKER]
# With MARKER only the first search of all processes misbehaves: it makes the file MARKER. The program knows moves of the start
# positions only.
protocol=$1 way=$2 marker=${3-}
case $protocol in
gomocup) best=7,7 illegal=99,99 begin=DONE info='MESSAGE depth 3' ;;
*) best='bestmove h2e2 ponder h9g7' illegal='bestmove a0a9' begin=go ;;
esac
case $protocol in
uci) info='info depth 3 seldepth 5 score cp 21 nodes 40 pv h2e2 h9g7 a0a9' ;;
ucci) info='info depth 3 score 21 nodes 40 pv h2e2 h9g7 a0a9' ;;
esac

think() {
    if [ -n "$marker" ]; then
        if [ -e "$marker" ]; then way=well; else : >"$marker"; fi
    fi
    case $way in
    well) echo "$info"; echo "$best" ;;
    # Answers after `stop`.
    waits) echo "$info"; while read -r line && [ "$line" != stop ]; do :; done; echo "$best" ;;
    # Says nothing of use.
    nonsense) echo 'nothing to see here'; echo 'bestmove' ; echo 'bestmove xyzzy'; echo '%,?' ;;
    illegal) echo "$info"; echo "$illegal" ;;
    illegal_at_once) echo "$illegal" ;;
    # Never stops printing.
    endless) exec yes "info string $info" ;;
    endless_line) exec tr '\0' x </dev/zero ;;
    # Reads nothing any more and never answers.
    deaf) echo "$info"; exec sleep 1000 ;;
    silent) exec sleep 1000 ;;
    # Takes a second, and does not read `stop` meanwhile.
    slow) echo "$info"; sleep 1; echo "$best" ;;
    dies) echo "$info"; exit 1 ;;
    dies_at_once) exit 1 ;;
    # Answers, and ends then.
    leaves) echo "$info"; echo "$best"; exit 0 ;;
    resigns) echo 'bestmove (none)' ;;
    esac
}

echo "ready to be $way" >&2
case $way in
hangs_at_start) exec sleep 1000 ;;
dies_at_start) exit 1 ;;
slow_start) sleep 1 ;;
esac
# The first search of a Gomocup program belongs to its start.
started=false
[ "$protocol" = gomocup ] || started=true
while IFS= read -r line; do
    case $line in
    uci) echo 'id name Fake'; echo 'option name MultiPV type spin default 1 min 1 max 9'; echo uciok ;;
    ucci) echo 'id name Fake'; echo ucciok ;;
    isready) echo readyok ;;
    START*) echo OK ;;
    quit | END) exit 0 ;;
    "$begin"*) if $started; then think; else started=true; echo 7,8; fi ;;
    esac
done
