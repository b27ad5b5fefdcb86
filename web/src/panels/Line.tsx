import { useEffect, useState } from "preact/hooks";
import type { MoveText } from "../api/types";
import { prefs } from "../state/prefs";
import { type Before, lineTexts, textOf } from "../state/text";

const LONGEST_LINE = 8;

/**
 * A line of moves in the chosen notation. Until the server has sent the notation of this line, it shows the
 * previous line if that starts with the same move, or else the coordinates.
 */
export function Line({ position, line }: { position: Before; line: readonly string[] }) {
  const shownLine = line.slice(0, LONGEST_LINE);
  const key = shownLine.join(" ");
  const [texts, setTexts] = useState<{ place: string; moves: MoveText[] } | null>(null);
  const { notation } = prefs.value;
  const place = `${position.moves.length} ${shownLine[0]}`;
  useEffect(() => {
    let isWanted = true;
    lineTexts(position, shownLine)
      .then((moves) => isWanted && setTexts({ place, moves }))
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [key, place, notation]);
  return <span class="pv">{texts?.place === place ? texts.moves.map(textOf).join(" ") : key}</span>;
}
