import { useEffect, useRef } from "preact/hooks";
import type { MoveText } from "../api/types";
import { words } from "../i18n";
import { current } from "../state/game";
import { lookAt, shown, shownPly, step } from "../state/lookback";
import { playFrom } from "../state/play";
import { type Notation, prefer, prefs } from "../state/prefs";
import { review, SIGNS } from "../state/review";
import { textOf } from "../state/text";
import { ChanceGraph } from "./ChanceGraph";
import { Icon, type IconName } from "./Icon";

function Step({
  icon,
  label,
  run,
  isOff,
}: {
  icon: IconName;
  label: string;
  run: () => void;
  isOff: boolean;
}) {
  return (
    <button type="button" class="quiet" aria-label={label} title={label} disabled={isOff} onClick={run}>
      <Icon name={icon} />
    </button>
  );
}

function Move({ move, ply }: { move: MoveText; ply: number }) {
  const isShown = shownPly.value === ply;
  const judged = review.value?.plies.get(ply);
  const { analysis } = words.value;
  const sign = judged && SIGNS[judged.label];
  return (
    <button
      type="button"
      class={`move ${judged?.label ?? ""}`}
      aria-current={isShown ? "step" : undefined}
      title={judged ? analysis.labels[judged.label] : undefined}
      onClick={() => void lookAt(ply)}
    >
      {textOf(move)}
      {sign && <b>{sign}</b>}
    </button>
  );
}

export function MovesPanel() {
  const { moves: told } = words.value;
  const position = current.value;
  const list = useRef<HTMLOListElement>(null);
  const moves = position?.moves ?? [];
  const at = shownPly.value;
  useEffect(() => {
    // Scrolls only the list; if the page scrolled, a phone would lose sight of the board.
    const frame = list.current;
    const move = frame?.querySelector<HTMLElement>("[aria-current]");
    if (frame && move) frame.scrollTop = move.offsetTop - frame.clientHeight / 2;
    else frame?.scrollTo(0, 0);
  }, [at, moves.length]);
  // In a game that starts from a position, the second side may move first.
  const offset = position && / b /.test(`${position.start_fen} `) && position.ruleset === "xiangqi" ? 1 : 0;
  const rows = Math.ceil((moves.length + offset) / 2);
  const isXiangqi = position?.ruleset === "xiangqi";
  return (
    <div class="moves">
      <div class="bar">
        <Step icon="first" label={told.first} isOff={at === 0} run={() => void lookAt(0)} />
        <Step icon="back" label={told.back} isOff={at === 0} run={() => step(-1)} />
        <Step icon="forward" label={told.forward} isOff={at >= moves.length} run={() => step(1)} />
        <Step
          icon="last"
          label={told.last}
          isOff={at >= moves.length}
          run={() => void lookAt(moves.length)}
        />
        {isXiangqi && (
          <select
            aria-label={told.notation}
            value={prefs.value.notation}
            onChange={(event) => prefer({ notation: event.currentTarget.value as Notation })}
          >
            {(["chinese", "wxf", "coordinates"] as const).map((value) => (
              <option key={value} value={value}>
                {told.notations[value]}
              </option>
            ))}
          </select>
        )}
      </div>
      {moves.length === 0 ? (
        <p class="note">{told.none}</p>
      ) : (
        <ol ref={list}>
          {[...Array(rows).keys()].map((row) => (
            <li key={row}>
              <span class="number">{row + 1}.</span>
              {[0, 1].map((side) => {
                const ply = row * 2 + side + 1 - offset;
                const move = moves[ply - 1];
                return move ? <Move key={ply} move={move} ply={ply} /> : <span key={`none${ply}`} />;
              })}
            </li>
          ))}
        </ol>
      )}
      <ChanceGraph />
      {moves.length > 0 && (
        <button
          type="button"
          class="link"
          onClick={() => {
            const position = shown.value;
            if (position) {
              playFrom({
                ruleset: position.ruleset,
                fen: position.start_fen,
                moves: position.moves.map(({ move }) => move),
              });
            }
          }}
        >
          {told.from}
        </button>
      )}
    </div>
  );
}
