#!/usr/bin/env bash
# Plays Xiangqi against the engine with curl and sed alone: examples/play.sh [--auto MOVES]
# Enter a move as h2e2, 炮二平五 or C2=5, "undo" to take one back, or "hint" for a suggestion.
set -euo pipefail
server=${DUIYI:-http://localhost:8080}
auto=0
[ "${1:-}" != --auto ] || auto=$2

call() { curl --silent --show-error --max-time 30 -H 'Content-Type: application/json' "$@"; }
# Prints the first string or number with that name in the JSON on stdin.
field() { sed -n "1s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }
best() { call "$game/best-move" -d '{"limits": {"time_ms": 200}}' | sed 's/"lines".*//' | field best_move; }

new='{"ruleset": "xiangqi", "players": {"black": {"kind": "engine", "level": 3, "limits": {"time_ms": 200}}}}'
game=$server/v1/games/$(call "$server/v1/games" -d "$new" | field id)

made=0
while [ "$(call "$game" | field status)" = playing ]; do
    if [ "$auto" -gt 0 ]; then
        [ "$made" -lt "$auto" ] || break
        move=$(best)
        echo "You: $move"
    else
        read -r -p "You: " move || break
    fi
    case $move in
    undo) call "$game/undo" -d '{"plies": 2}' >/dev/null && continue ;;
    hint) echo "Try $(best)" && continue ;;
    esac
    answer=$(call "$game/moves" -d "{\"move\": \"$move\"}")
    case $answer in
    *'"code":'*) field detail <<<"$answer" ;;
    *) made=$((made + 1)) && echo "Engine: $(sed 's/.*"reply"://' <<<"$answer" | field chinese)" ;;
    esac
done
call "$game/record?format=text"
