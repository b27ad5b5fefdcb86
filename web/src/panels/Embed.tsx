// The board of a game in a frame of another page: follows the game and takes no moves.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../api/client";
import { follow } from "../api/follow";
import type { Game, Side } from "../api/types";
import { Board } from "../board/Board";
import { describePoint } from "../board/describe";
import { readFen } from "../board/fen";
import { PIECE_SETS } from "../board/pieceSets";
import { positionMarks } from "../board/positionMarks";
import { type Texts, texts } from "../i18n";
import { type Prefs, prefs } from "../state/prefs";
import { sidesOf } from "../state/sides";
import { playerName } from "./playerNames";
import { resultText } from "./StatusLine";

export const embeddedId = (): string | null => /^\/embed\/([\w-]+)$/.exec(location.pathname)?.[1] ?? null;

/** The HTML that shows a game in another page. */
export const embedCode = (id: string): string =>
  `<iframe src="${location.origin}/embed/${id}" title="Duiyi" width="420" height="520" style="border:0"></iframe>`;

const isOneOf = <T extends string>(values: readonly T[], value: string | null): value is T =>
  values.some((one) => one === value);

/** What the address says about the looks. The user's own preferences do not change. */
function chosenLooks(): Partial<Prefs> {
  const query = new URLSearchParams(location.search);
  const [theme, pieces, lang] = [query.get("theme"), query.get("pieces"), query.get("lang")];
  return {
    ...(isOneOf(["light", "dark"], theme) ? { theme } : {}),
    ...(isOneOf(PIECE_SETS, pieces) ? { pieces } : {}),
    ...(isOneOf(["en", "zh"], lang) ? { lang } : {}),
  };
}

const shown = signal<Game | "loading" | "missing">("loading");

function show(next: Game): void {
  const now = shown.value;
  if (typeof now === "string" || now.version < next.version) shown.value = next;
}

/** Follows the game without the tokens of this browser, as anybody. */
function watch(id: string): () => void {
  const fail = () => {
    if (typeof shown.value === "string") shown.value = "missing";
  };
  get("/v1/games/{id}", { id }).then(show, fail);
  return follow(id, null, {
    onEvent: (event) => {
      if (event.event === "game") show(event.data);
    },
    onConnection: () => {},
    onRejected: fail,
  });
}

const playerText = (t: Texts, game: Game, side: Side): string =>
  `${t.sides[side]}: ${playerName(t, game.players[side], t.players.person)}`;

function statusOf(t: Texts, game: Game): string {
  if (game.status === "waiting") return t.status.invited;
  if (game.status !== "playing") return resultText(t, game);
  return `${game.in_check ? `${t.status.check} · ` : ""}${t.status.turn(t.sides[game.turn])}`;
}

export function Embed({ id }: { id: string }) {
  useEffect(() => {
    prefs.value = { ...prefs.value, ...chosenLooks() };
    return watch(id);
  }, [id]);
  const t = texts.value;
  const game = shown.value;
  if (typeof game === "string") {
    return (
      <main class="embed">
        <p role="status">{game === "loading" ? t.status.loading : t.share.missing}</p>
      </main>
    );
  }
  const [first, second] = sidesOf(game.ruleset);
  const { size, pieces } = readFen(game.fen);
  const marks = positionMarks(game, pieces);
  return (
    <main class="embed">
      <h1>{t.share.players(playerText(t, game, first), playerText(t, game, second))}</h1>
      <Board
        ruleset={game.ruleset}
        size={size}
        pieces={pieces}
        isFlipped={false}
        notation={prefs.value.notation}
        marks={marks}
        label={t.board.label}
        help=""
        describe={(point) => describePoint(t, game.ruleset, pieces, marks, point)}
        canPickUp={() => false}
        onTap={() => {}}
        onDrop={() => {}}
        onCancel={() => {}}
      />
      <p class="status">
        <span role="status">{statusOf(t, game)}</span>
        <a href={`/g/${id}`} target="_blank" rel="noopener">
          {t.share.open}
        </a>
      </p>
    </main>
  );
}
