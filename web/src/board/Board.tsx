// The board: an SVG image with an invisible button over every point.
import { prefs } from "../state/prefs";
import { Cells } from "./Cells";
import { Coordinates } from "./Coordinates";
import { GomokuGrid } from "./GomokuGrid";
import { isXiangqi } from "./geometry";
import { HelpMarks } from "./HelpMarks";
import { MarksBehindPieces, MarksInFrontOfPieces } from "./Marks";
import { marginsOf } from "./margins";
import { Gradients } from "./Piece";
import { Pieces } from "./Pieces";
import { hasSameSigns } from "./pieceSets";
import type { BoardProps } from "./props";
import { usePointer } from "./usePointer";
import { XiangqiGrid } from "./XiangqiGrid";

export function Board(props: BoardProps) {
  const { ruleset, size, isFlipped, marks } = props;
  const margins = marginsOf(ruleset);
  const width = size.files - 1 + 2 * margins.side;
  const height = size.ranks - 1 + 2 * margins.end;
  const { frame, handlers, onClick, dragged, aim, ghost } = usePointer(props, margins);
  const { lang, pieces: set } = prefs.value;
  // Someone who plays with letters or pictures may not read Chinese.
  const river = hasSameSigns(set) && (lang === "en" || lang === "vi") ? lang : "zh";
  const view = { ruleset, size, isFlipped };
  return (
    <div
      ref={frame}
      class={`board ${isXiangqi(ruleset) ? "xiangqi" : "gomoku"}${props.isLoading ? " loading" : ""}`}
      aria-busy={props.isLoading || undefined}
      style={{ "--ratio": width / height }}
      {...handlers}
    >
      <svg viewBox={`${-margins.side} ${-margins.end} ${width} ${height}`} aria-hidden="true" class="picture">
        <Gradients />
        <rect x={-margins.side} y={-margins.end} width={width} height={height} class="wood" />
        {isXiangqi(ruleset) ? (
          <XiangqiGrid isFlipped={isFlipped} river={river} />
        ) : (
          <GomokuGrid size={size} />
        )}
        <Coordinates {...view} notation={props.notation} />
        <MarksBehindPieces {...view} marks={marks} />
        <Pieces
          {...view}
          pieces={props.pieces}
          numbers={props.numbers ?? null}
          selected={marks.selected}
          dragged={dragged}
        />
        <MarksInFrontOfPieces {...view} marks={marks} aim={aim} ghost={ghost} />
        <HelpMarks
          points={props.helpTargets ?? []}
          occupied={marks.occupied}
          size={size}
          isFlipped={isFlipped}
        />
        {props.overlay}
      </svg>
      <Cells {...props} margins={margins} onClick={onClick} />
    </div>
  );
}
