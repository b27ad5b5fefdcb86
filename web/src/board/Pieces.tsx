// The pieces on a board. Those of Xiangqi keep their identity from position to position, so that they slide.
import { useRef } from "preact/hooks";
import { isSamePoint, isXiangqi, type Point, pointName, screenPosition } from "./geometry";
import { Piece, Stone } from "./Piece";
import type { BoardProps } from "./props";
import { type TrackedPiece, trackPieces } from "./track";

interface Props extends Pick<BoardProps, "ruleset" | "size" | "pieces" | "isFlipped" | "numbers"> {
  selected: Point | null;
  /** The piece that follows the pointer, in cells from the top left point. */
  dragged: { from: Point; x: number; y: number } | null;
}

export function Pieces(props: Props) {
  return <>{isXiangqi(props.ruleset) ? <XiangqiPieces {...props} /> : <Stones {...props} />}</>;
}

function XiangqiPieces({ pieces, size, isFlipped, selected, dragged }: Props) {
  const tracked = useRef<readonly TrackedPiece[]>([]);
  tracked.current = trackPieces(tracked.current, pieces);
  const isAt = (point: Point | null | undefined, { point: own }: TrackedPiece) =>
    point != null && isSamePoint(point, own);
  return (
    <>
      {[...tracked.current]
        .sort((a, b) => a.id - b.id)
        .map((piece) => {
          const isDragged = isAt(dragged?.from, piece);
          const { x, y } = isDragged && dragged ? dragged : screenPosition(piece.point, size, isFlipped);
          return (
            <Piece
              key={piece.id}
              letter={piece.letter}
              x={x}
              y={y}
              isDragged={isDragged}
              isSelected={isAt(selected, piece)}
            />
          );
        })}
    </>
  );
}

function Stones({ ruleset, pieces, size, isFlipped, numbers }: Props) {
  return (
    <>
      {pieces.map(({ letter, point }) => (
        <Stone
          key={`${point.file}.${point.rank}`}
          letter={letter}
          number={numbers?.get(pointName(ruleset, point)) ?? null}
          {...screenPosition(point, size, isFlipped)}
        />
      ))}
    </>
  );
}
