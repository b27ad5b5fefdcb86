// The record of the game on the board, as a file.
import { send } from "../api/client";
import { game } from "./game";
import { readingToken } from "./seats";

export const fetchRecord = async (
  format: "pgn" | "text" | "svg" | "png" | "json" | "dhtmlxq",
  notation?: "chinese",
): Promise<Blob | null> => {
  const id = game.value?.id;
  if (!id) return null;
  const query = { format, ...(notation ? { notation } : {}) };
  const request = { id, token: readingToken(id), query, accept: "*/*" };
  return (await send("get", "/v1/games/{id}/record", request)).blob();
};
