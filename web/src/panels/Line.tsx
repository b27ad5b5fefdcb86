import { useEffect, useState } from "preact/hooks";
import type { MoveText } from "../api/types";
import { prefs } from "../state/prefs";
import { type Before, lineTexts, textOf } from "../state/text";

const LONGEST_LINE = 8;

/** A line in the notation chosen; the coordinates until the server has said how it is written. */
export function Line({ position, line }: { position: Before; line: readonly string[] }) {
  const shownLine = line.slice(0, LONGEST_LINE);
  const key = shownLine.join(" ");
  const [texts, setTexts] = useState<{ key: string; moves: MoveText[] } | null>(null);
  const { notation } = prefs.value;
  const before = position.moves.length;
  useEffect(() => {
    let isWanted = true;
    lineTexts(position, shownLine)
      .then((moves) => isWanted && setTexts({ key, moves }))
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [key, before, notation]);
  return <span class="pv">{texts?.key === key ? texts.moves.map(textOf).join(" ") : key}</span>;
}
