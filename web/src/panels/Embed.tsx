// The board of a game in a frame of another page: follows the game and takes no moves.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { send } from "../api/server";
import { follow } from "../api/follow";
import type { Game, Position, Side } from "../api/types";
import { Board } from "../board/Board";
import { describePoint } from "../board/describe";
import { readFen } from "../board/fen";
import { PIECE_SETS } from "../board/pieceSets";
import { positionMarks } from "../board/positionMarks";
import { type Texts, texts } from "../i18n";
import { langOf } from "../i18n/languages";
import { type Prefs, prefs } from "../state/prefs";
import { sidesOf } from "../state/sides";
import { Icon, type IconName } from "./Icon";
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
  const [theme, pieces] = [query.get("theme"), query.get("pieces")];
  const lang = langOf(query.get("lang") ?? "");
  return {
    ...(isOneOf(["light", "dark"], theme) ? { theme } : {}),
    ...(isOneOf(PIECE_SETS, pieces) ? { pieces } : {}),
    ...(lang ? { lang } : {}),
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
  send("get_game", { path: { id } }).then(show, fail);
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

/** The ply that is shown; null for the latest, which follows the game. */
const shownPly = signal<number | null>(chosenPly());
/** The position of an earlier ply, once it has arrived. */
const earlier = signal<Position | null>(null);

function chosenPly(): number | null {
  const ply = new URLSearchParams(location.search).get("ply");
  return ply !== null && /^\d{1,4}$/.test(ply) ? Number(ply) : null;
}

const isFlippedAtFirst = (): boolean =>
  ["1", "true"].includes(new URLSearchParams(location.search).get("flip") ?? "");

/** Shows the position after this many moves. */
async function showPly(game: Game, ply: number): Promise<void> {
  const target = Math.max(0, ply);
  shownPly.value = target < game.ply ? target : null;
  if (shownPly.value === null) {
    earlier.value = null;
    return;
  }
  const { ruleset, options, start_fen: fen } = game;
  const moves = game.moves.slice(0, target).map(({ move }) => move);
  const position = await send("position", { body: { ruleset, options, fen, moves } }).catch(() => null);
  if (position && shownPly.value === target) earlier.value = position;
}

function Steps({ game, onFlip }: { game: Game; onFlip: () => void }) {
  const { actions, moves: t } = texts.value;
  const at = shownPly.value ?? game.ply;
  const steps: [IconName, string, number][] = [
    ["first", t.first, 0],
    ["back", t.back, at - 1],
    ["forward", t.forward, at + 1],
    ["last", t.last, game.ply],
  ];
  return (
    <div class="bar">
      {steps.map(([icon, label, to]) => (
        <button
          type="button"
          class="quiet"
          key={icon}
          aria-label={label}
          title={label}
          disabled={to < at ? at === 0 : at >= game.ply}
          onClick={() => void showPly(game, to)}
        >
          <Icon name={icon} />
        </button>
      ))}
      <button type="button" class="quiet" aria-label={actions.flip} title={actions.flip} onClick={onFlip}>
        <Icon name="flip" />
      </button>
    </div>
  );
}

export function Embed({ id }: { id: string }) {
  useEffect(() => {
    prefs.value = { ...prefs.value, ...chosenLooks() };
    return watch(id);
  }, [id]);
  const [isFlipped, setFlipped] = useState(isFlippedAtFirst);
  const t = texts.value;
  const game = shown.value;
  const isLoaded = typeof game !== "string";
  useEffect(() => {
    if (isLoaded && shownPly.peek() !== null) void showPly(game, shownPly.peek() ?? 0);
  }, [isLoaded]);
  if (typeof game === "string") {
    return (
      <main class="embed">
        <p role="status">{game === "loading" ? t.status.loading : t.share.missing}</p>
      </main>
    );
  }
  const [first, second] = sidesOf(game.ruleset);
  const position = shownPly.value === null ? game : (earlier.value ?? game);
  const { size, pieces } = readFen(position.fen);
  const marks = positionMarks(position, pieces);
  return (
    <main class="embed">
      <h1>{t.share.players(playerText(t, game, first), playerText(t, game, second))}</h1>
      <Board
        ruleset={game.ruleset}
        size={size}
        pieces={pieces}
        isFlipped={isFlipped}
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
      <Steps game={game} onFlip={() => setFlipped(!isFlipped)} />
      <p class="status">
        <span role="status">{statusOf(t, game)}</span>
        <a href={`/g/${id}`} target="_blank" rel="noopener">
          {t.share.open}
        </a>
      </p>
    </main>
  );
}
