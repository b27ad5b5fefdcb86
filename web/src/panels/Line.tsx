import { useEffect, useState } from "preact/hooks";
import type { MoveText } from "../api/types";
import { prefs } from "../state/prefs";
import { type BasePosition, lineTexts, moveText } from "../state/text";

const MAX_PLIES = 8;

/**
 * The texts of a line of moves in the chosen notation. While the server translates the line, those of the previous line if it
 * starts with the same move, or else the coordinates.
 */
export function useLineTexts(position: BasePosition, line: readonly string[]): readonly string[] {
  const key = line.join(" ");
  const [translated, setTranslated] = useState<{ place: string; moves: MoveText[] } | null>(null);
  const { notation } = prefs.value;
  const place = `${position.moves.length} ${line[0]}`;
  useEffect(() => {
    let isCurrent = true;
    lineTexts(position, line)
      .then((moves) => isCurrent && setTranslated({ place, moves }))
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [key, place, notation]);
  return translated?.place === place ? translated.moves.map(moveText) : line;
}

/** A line of moves in the chosen notation. */
export function Line({ position, line }: { position: BasePosition; line: readonly string[] }) {
  return <span class="pv">{useLineTexts(position, line.slice(0, MAX_PLIES)).join(" ")}</span>;
}
