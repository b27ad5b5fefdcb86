// A game against the engine as a screen of React Native.
import { type GameHandle, ApiError, Duiyi } from "duiyi";
import { useEffect, useState } from "react";
import { Pressable, SafeAreaView, Text, View } from "react-native";

const SIGNS: Record<string, string> = Object.fromEntries(
  [..."KABNRCPkabnrcp"].map((letter, at) => [letter, [..."帥仕相馬車炮兵將士象馬車砲卒"][at] ?? ""]),
);
const api = new Duiyi("http://192.168.0.2:8080");

/** The letters of a FEN by point, such as e0; the first row is the far one. */
function rowsOf(fen: string): { point: string; letter: string }[][] {
  return (fen.split(" ")[0] ?? "").split("/").map((row, index) =>
    [...row.replace(/\d/g, (run) => " ".repeat(Number(run)))].map((letter, file) => ({
      point: `${"abcdefghi"[file]}${9 - index}`,
      letter: letter.trim(),
    })),
  );
}

export function GameScreen() {
  const [game, setGame] = useState<GameHandle | null>(null);
  const [fen, setFen] = useState("");
  const [from, setFrom] = useState<string | null>(null);
  const [notice, setNotice] = useState("");

  useEffect(() => {
    const leaving = new AbortController();
    const play = async () => {
      const created = await api.games.create("xiangqi", { players: { black: { kind: "engine", level: 3 } } });
      setGame(created);
      // React Native reads no streams, so the client follows the game over a WebSocket.
      for await (const event of created.events(leaving.signal)) {
        if (event.event === "game") setFen(event.data.fen);
        if (event.event === "end") setNotice(`${created.winner ?? "Nobody"} wins`);
      }
    };
    play().catch((error: unknown) => !leaving.signal.aborted && setNotice(String(error)));
    return () => leaving.abort();
  }, []);

  const press = (point: string) => {
    if (!game || !from) return setFrom(point);
    setFrom(null);
    game.move(from + point).then(
      () => setNotice(""),
      (error: unknown) => setNotice(error instanceof ApiError ? error.problem.detail : "No connection"),
    );
  };

  return (
    <SafeAreaView>
      {rowsOf(fen).map((row) => (
        <View key={row[0]?.point} style={{ flexDirection: "row", justifyContent: "center" }}>
          {row.map(({ point, letter }) => (
            <Pressable
              key={point}
              accessibilityLabel={`${point} ${SIGNS[letter] ?? ""}`}
              onPress={() => press(point)}
            >
              <Text
                style={{
                  width: 38,
                  height: 38,
                  textAlign: "center",
                  fontSize: 24,
                  color: letter === letter.toUpperCase() ? "#a81c12" : "#1c1a19",
                  backgroundColor: point === from ? "#cfe3ff" : "#f6dfb0",
                }}
              >
                {SIGNS[letter] ?? "·"}
              </Text>
            </Pressable>
          ))}
        </View>
      ))}
      <Text>{notice}</Text>
    </SafeAreaView>
  );
}
