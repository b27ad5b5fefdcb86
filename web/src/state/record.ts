// The record of the game on the board, as a file.
import { optionsOf, transport } from "../api/server";
import { game } from "./game";
import { readingToken } from "./seats";

export const fetchRecord = async (
  format: "pgn" | "text" | "svg" | "png" | "json" | "dhtmlxq",
  notation?: "chinese",
): Promise<Blob | null> => {
  const id = game.value?.id;
  if (!id) return null;
  const query = { format, ...(notation ? { notation } : {}) };
  const options = optionsOf<"record">({ path: { id }, token: readingToken(id), query });
  return (await transport.respond("record", options, "*/*")).blob();
};
