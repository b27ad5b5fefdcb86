// Says how the piece under the pointer moves. A screen reader gets the same words as the description of the piece.
import type { BoardProps } from "../board/props";
import { kindOf, pieceName } from "../board/describe";
import type { PlacedPiece } from "../board/fen";
import { isSamePoint, type Point, pointName } from "../board/geometry";
import { letterOf } from "../board/pieceSets";
import { type Texts, texts } from "../i18n";
import { prefs } from "../state/prefs";
import { destinations, explained, explainedTargets, pieceToExplain, pointAt } from "../state/moveHelp";

const ruleOf = ({ help }: Texts, { letter }: PlacedPiece): string => help.moves[kindOf(letter)];

function explain(point: Point): string | undefined {
  const piece = pieceToExplain(point);
  if (!piece) return undefined;
  const targets = destinations(piece)?.map((target) => pointName("xiangqi", target));
  const rule = ruleOf(texts.value, piece);
  return targets ? `${rule} ${texts.value.help.goes(targets)}` : rule;
}

/** What a board needs to explain its pieces. The targets of the selected piece are marked already. */
export function moveHelpOf(selected: Point | null): Pick<BoardProps, "explain" | "helpTargets" | "onPoint"> {
  const piece = explained.value;
  const isMarked = piece !== null && selected !== null && isSamePoint(piece.point, selected);
  return { explain, helpTargets: isMarked ? [] : explainedTargets.value, onPoint: pointAt };
}

export function MoveHelp() {
  const piece = explained.value;
  if (!piece) return null;
  const all = texts.value;
  return (
    <div class="move-help" aria-hidden="true">
      <p>
        <b>
          {prefs.value.pieces === "letters" && `${letterOf(piece.letter)} · `}
          {pieceName(all, "xiangqi", piece.letter)}:
        </b>{" "}
        {ruleOf(all, piece)} {destinations(piece)?.length === 0 && all.help.goes([])}
      </p>
    </div>
  );
}
