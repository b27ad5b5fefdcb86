// The custom element: attributes and a game in, events out.
import { render } from "preact";
import { Arrow } from "../../../web/src/board/Arrow";
import { Board } from "../../../web/src/board/Board";
import { describePoint } from "../../../web/src/board/describe";
import { isXiangqi, type Point, pointName, pointsOf, screenPosition } from "../../../web/src/board/geometry";
import type { Side } from "../../typescript/src/types";
import { type Attributes, ATTRIBUTES, readAttributes } from "./attributes";
import { FollowedGame } from "./followedGame";
import { ownerOf, pieceAt, type Shown, shownGame, shownPosition } from "./position";
import { LookContext } from "./prefs";
import { addFont, styles } from "./styles";
import { TEXTS } from "./texts";

export class DuiyiBoard extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  #root = this.attachShadow({ mode: "open" });
  #followed: FollowedGame | null = null;
  #legalMoves: readonly string[] | null = null;
  #selected: Point | null = null;
  #premove: string | null = null;
  #isQueued = false;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [styles];
  }

  /** The moves that may be made, without a `game`. Null, the default, allows any move of the side to move. */
  get legalMoves(): readonly string[] | null {
    return this.#legalMoves;
  }
  set legalMoves(moves: readonly string[] | null) {
    this.#legalMoves = moves;
    this.#draw();
  }

  /** The state of the game that the element follows; null without one. */
  get state(): FollowedGame["state"] {
    return this.#followed?.state ?? null;
  }

  connectedCallback(): void {
    addFont();
    this.#follow();
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#followed?.stop();
    this.#followed = null;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.isConnected || before === now) return;
    if (["game", "server", "token", "side"].includes(name)) this.#follow();
    if (["game", "fen", "moves"].includes(name)) this.#selected = this.#premove = null;
    this.#queueDraw();
  }

  #follow(): void {
    const { game, seat } = readAttributes(this);
    this.#followed?.stop();
    this.#followed =
      game &&
      new FollowedGame(game.server, game.id, seat, {
        onState: () => this.#onState(),
        onError: (error) => this.#emit("error", { error }),
      });
  }

  #onState(): void {
    const premove = this.#premove;
    const { legalMoves, turn } = this.#shown(readAttributes(this));
    if (premove && turn === this.#side) {
      this.#premove = null;
      if (legalMoves?.includes(premove)) this.#play(premove);
    }
    this.#emit("position", { state: this.state });
    this.#draw();
  }

  /** The only side that the user plays; undefined if that is both. */
  get #side(): Side | undefined {
    return this.#followed?.side;
  }

  #emit(name: string, detail: object): boolean {
    return this.dispatchEvent(
      new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }),
    );
  }

  #shown(attributes: Attributes): Shown {
    if (this.state) return shownGame(this.state);
    const shown = shownPosition(attributes, this.#legalMoves);
    return attributes.game ? { ...shown, isPlaying: false } : shown;
  }

  #canMove({ isPlaying, turn }: Shown): boolean {
    return isPlaying && !this.hasAttribute("readonly") && (!this.#side || this.#side === turn);
  }

  #canPremove({ isPlaying, turn }: Shown): boolean {
    return isPlaying && !this.hasAttribute("readonly") && this.#side !== undefined && this.#side !== turn;
  }

  #canPickUp(shown: Shown, point: Point): boolean {
    const piece = pieceAt(shown.pieces, point);
    if (!piece || !isXiangqi(shown.ruleset)) return false;
    const side = this.#canPremove(shown) ? this.#side : shown.turn;
    return (this.#canMove(shown) || this.#canPremove(shown)) && ownerOf(piece.letter) === side;
  }

  #tap(shown: Shown, point: Point): void {
    if (this.#premove) this.#premove = null;
    if (!isXiangqi(shown.ruleset)) this.#choose(shown, [point]);
    else if (this.#canPickUp(shown, point)) this.#select(shown, point);
    else if (this.#selected) this.#choose(shown, [this.#selected, point]);
    this.#draw();
  }

  #select(shown: Shown, point: Point | null): void {
    this.#selected = point;
    this.#emit("select", { point: point && pointName(shown.ruleset, point) });
  }

  #choose(shown: Shown, points: Point[]): void {
    const move = points.map((point) => pointName(shown.ruleset, point)).join("");
    if (this.#selected) this.#select(shown, null);
    if (this.#canPremove(shown)) this.#premove = move;
    else if (this.#canMove(shown) && (shown.legalMoves?.includes(move) ?? true)) this.#play(move);
  }

  /** Says which move was made. A game's is sent to its server, unless the page prevents it. */
  #play(move: string): void {
    if (this.#emit("move", { move })) this.#followed?.play(move);
  }

  /** Several attributes often change together. */
  #queueDraw(): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    queueMicrotask(() => {
      this.#isQueued = false;
      if (this.isConnected) this.#draw();
    });
  }

  #draw(): void {
    if (!this.isConnected) return;
    const attributes = readAttributes(this);
    const shown = this.#shown(attributes);
    const texts = TEXTS[attributes.lang];
    const marks = {
      ...shown.marks,
      selected: this.#selected,
      targets: this.#targets(shown),
      premove: this.#premove ? pointsOf(shown.ruleset, this.#premove) : [],
    };
    const isFlipped = attributes.isFlipped !== (isXiangqi(shown.ruleset) && this.#side === "black");
    render(
      <LookContext.Provider value={{ lang: attributes.lang, pieces: attributes.pieces }}>
        <Board
          ruleset={shown.ruleset}
          size={shown.size}
          pieces={shown.pieces}
          isFlipped={isFlipped}
          notation={attributes.notation}
          marks={marks}
          label={attributes.label ?? texts.board.label}
          help={texts.board.keys}
          isLoading={attributes.game !== null && !this.state}
          overlay={attributes.arrows.map((arrow) => this.#arrow(shown, arrow, isFlipped))}
          describe={(point) => describePoint(texts, shown.ruleset, shown.pieces, marks, point)}
          canPickUp={(point) => this.#canPickUp(shown, point)}
          onTap={(point) => this.#tap(shown, point)}
          onDrop={(from, to) => {
            this.#choose(shown, [from, to]);
            this.#draw();
          }}
          onCancel={() => {
            this.#premove = null;
            this.#select(shown, null);
            this.#draw();
          }}
        />
      </LookContext.Provider>,
      this.#root,
    );
  }

  #targets({ ruleset, legalMoves }: Shown): Point[] {
    const from = this.#selected && pointName(ruleset, this.#selected);
    const moves = from ? (legalMoves ?? []).filter((move) => move.startsWith(from)) : [];
    return moves.flatMap((move) => pointsOf(ruleset, move).slice(1, 2));
  }

  #arrow({ ruleset, size }: Shown, move: string, isFlipped: boolean) {
    const [from, to] = pointsOf(ruleset, move).map((point) => screenPosition(point, size, isFlipped));
    return from && to ? <Arrow key={move} from={from} to={to} kind="advice" /> : null;
  }
}
