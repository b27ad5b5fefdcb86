import { useEffect, useState } from "preact/hooks";
import type { MoveText } from "../api/types";
import { prefs } from "../state/prefs";
import { type BasePosition, lineTexts, moveText } from "../state/text";

const MAX_PLIES = 8;

/**
 * A line of moves in the chosen notation. While the server translates the line, shows the previous
 * line if it starts with the same move, or else the coordinates.
 */
export function Line({ position, line }: { position: BasePosition; line: readonly string[] }) {
  const visibleLine = line.slice(0, MAX_PLIES);
  const key = visibleLine.join(" ");
  const [translated, setTranslated] = useState<{ place: string; moves: MoveText[] } | null>(null);
  const { notation } = prefs.value;
  const place = `${position.moves.length} ${visibleLine[0]}`;
  useEffect(() => {
    let isCurrent = true;
    lineTexts(position, visibleLine)
      .then((moves) => isCurrent && setTranslated({ place, moves }))
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [key, place, notation]);
  return (
    <span class="pv">{translated?.place === place ? translated.moves.map(moveText).join(" ") : key}</span>
  );
}
