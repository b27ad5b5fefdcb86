// What a board shows, and what it reports.
import type { ComponentChildren } from "preact";
import type { Ruleset } from "../api/types";
import type { Notation } from "../state/prefs";
import type { PlacedPiece } from "./fen";
import type { Point, Size } from "./geometry";
import type { Marks } from "./Marks";

export interface BoardProps {
  ruleset: Ruleset;
  size: Size;
  pieces: readonly PlacedPiece[];
  isFlipped: boolean;
  notation: Notation;
  marks: Marks;
  label: string;
  /** Whether the position is on its way. */
  isLoading?: boolean;
  /** Explains the keyboard to users of a screen reader. */
  help: string;
  /** More marks, drawn over all others. */
  overlay?: ComponentChildren;
  /** The numbers on the stones, by the names of their points. */
  numbers?: ReadonlyMap<string, number> | null;
  describe: (point: Point) => string;
  /** What a newcomer wants to know about the piece on a point. */
  explain?: (point: Point) => string | undefined;
  /** Where the explained piece may go. */
  helpTargets?: readonly Point[];
  canPickUp: (point: Point) => boolean;
  onTap: (point: Point) => void;
  /** A drag takes the piece off its point. */
  onLift?: (from: Point) => void;
  onDrop: (from: Point, to: Point) => void;
  onCancel: () => void;
  /** The user points at a point by mouse, by the focus or with a finger that rests on it; null: at none. */
  onPoint?: (point: Point | null) => void;
}
