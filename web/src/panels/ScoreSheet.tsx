// The moves of the game in two columns, one for each side.
import { useEffect, useRef } from "preact/hooks";
import type { MoveText, Position } from "../api/types";
import { texts } from "../i18n";
import { showPly, shownPly } from "../state/history";
import { scoreRows } from "../state/numbering";
import { ANNOTATIONS, review } from "../state/review";
import { moveText } from "../state/text";

export function ScoreSheet({ position }: { position: Position }) {
  const list = useRef<HTMLOListElement>(null);
  const { moves } = position;
  const at = shownPly.value;
  useEffect(() => {
    // Scrolls only the list; if the page scrolled, a phone would lose sight of the board.
    const listElement = list.current;
    const move = listElement?.querySelector<HTMLElement>("[aria-current]");
    if (listElement && move) listElement.scrollTop = move.offsetTop - listElement.clientHeight / 2;
    else listElement?.scrollTo(0, 0);
  }, [at, moves.length]);
  return (
    <ol ref={list}>
      {scoreRows(position, moves.length).map(({ number, plies }) => (
        <li key={plies.find(Boolean)} class={number === null ? "choice-row" : ""}>
          <span class="number">{number === null ? "" : `${number}.`}</span>
          {plies.map((ply, column) => {
            const move = moves[ply - 1];
            return move ? <MoveButton key={ply} move={move} ply={ply} /> : <span key={`none${column}`} />;
          })}
        </li>
      ))}
    </ol>
  );
}

function MoveButton({ move, ply }: { move: MoveText; ply: number }) {
  const isShown = shownPly.value === ply;
  const reviewed = review.value?.plies.get(ply);
  const { analysis } = texts.value;
  const sign = reviewed && ANNOTATIONS[reviewed.label];
  return (
    <button
      type="button"
      class={`move ${reviewed?.label ?? ""}`}
      aria-current={isShown ? "step" : undefined}
      title={reviewed ? analysis.labels[reviewed.label] : undefined}
      onClick={() => void showPly(ply)}
    >
      {moveText(move)}
      {sign && <b>{sign}</b>}
    </button>
  );
}
