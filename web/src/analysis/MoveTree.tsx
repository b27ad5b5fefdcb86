// The moves as nested lists: a line is a list, and the variations of a move are a list of lines in it.
import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../i18n";
import { numberText } from "../state/numbering";
import { moveText } from "../state/text";
import { analysis, deleteFromHere, goTo, makeMain, path, promoteVariation } from "./board";
import { scoreText } from "./score";
import { analysisTexts } from "./texts";
import { type Branch, type MoveNode, type Path, type Tree, variationHead } from "./tree";

export function MoveTree() {
  const t = analysisTexts.value;
  const now = analysis.value;
  const list = useRef<HTMLDivElement>(null);
  const key = path.value.join(" ");
  useEffect(() => {
    // Scrolls only the list; if the page scrolled, a phone would lose sight of the board.
    const move = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !move) return;
    const [box, around] = [move.getBoundingClientRect(), list.current.getBoundingClientRect()];
    list.current.scrollTop += box.top - around.top - around.height / 2;
  }, [key]);
  if (!now) return null;
  const isAtStart = now.path.length === 0;
  return (
    <section class="tree" aria-label={t.moves}>
      <div class="tree-list" ref={list} role="group" aria-label={t.moves} tabIndex={-1}>
        <ol class="line">
          <li>
            <button
              type="button"
              class="move start-position"
              aria-current={isAtStart ? "step" : undefined}
              tabIndex={isAtStart ? 0 : -1}
              onClick={() => goTo([])}
            >
              {t.start}
            </button>
            <Comment node={now.tree.root} />
          </li>
          <Line tree={now.tree} after={now.tree.root} path={[]} current={now.path} />
        </ol>
        {now.tree.root.children.length === 0 && <p class="note">{t.noMoves}</p>}
      </div>
      <TreeActions />
    </section>
  );
}

function Comment({ node }: { node: Branch }) {
  return node.comment ? <span class="comment">{node.comment}</span> : null;
}

interface LineProps {
  tree: Tree;
  /** The node before the first move of the line. */
  after: Branch;
  path: Path;
  current: Path;
}

/** The moves of a line by first children, each with the variations that replace it. */
function Line({ tree, after, path: start, current }: LineProps) {
  const items = [];
  let isInterrupted = true;
  let [node, at] = [after, start];
  for (let next = node.children[0]; next; next = node.children[0]) {
    const variations = node.children.slice(1);
    const before = at;
    at = [...at, next.move.move];
    items.push(
      <li key={at.length}>
        <MoveButton tree={tree} node={next} path={at} current={current} isNumbered={isInterrupted} />
        <Comment node={next} />
        {variations.length > 0 && (
          <ul class="variations" aria-label={analysisTexts.value.variation}>
            {variations.map((variation) => (
              <Variation
                key={variation.move.move}
                tree={tree}
                node={variation}
                path={[...before, variation.move.move]}
                current={current}
                place={placeWithin(before, variation, current)}
              />
            ))}
          </ul>
        )}
      </li>,
    );
    isInterrupted = variations.length > 0 || next.comment !== "";
    node = next;
  }
  return <>{items}</>;
}

/** The moves to the node that is shown, if it is in a variation; otherwise nothing, so that the variation need not be drawn again. */
function placeWithin(before: Path, variation: MoveNode, current: Path): string {
  const path = [...before, variation.move.move];
  return path.every((move, index) => current[index] === move) ? current.join(" ") : "";
}

interface VariationProps {
  tree: Tree;
  node: MoveNode;
  path: Path;
  current: Path;
  place: string;
}

const Variation = memo(
  ({ tree, node, path: at, current }: VariationProps) => (
    <li>
      <ol class="line">
        <li>
          <MoveButton tree={tree} node={node} path={at} current={current} isNumbered={true} />
          <Comment node={node} />
        </li>
        <Line tree={tree} after={node} path={at} current={current} />
      </ol>
    </li>
  ),
  (one, other) => one.node === other.node && one.place === other.place,
);

interface MoveProps {
  tree: Tree;
  node: MoveNode;
  path: Path;
  current: Path;
  isNumbered: boolean;
}

function MoveButton({ tree, node, path: at, current, isNumbered }: MoveProps) {
  const { ruleset, fen } = tree.start;
  const moves = at.map((move) => ({ move }));
  const number = numberText({ ruleset, start_fen: fen ?? "", moves }, at.length);
  const isCurrent = at.length === current.length && at.every((move, index) => current[index] === move);
  const { signs } = analysisTexts.value.notes;
  return (
    <button
      type="button"
      class="move"
      aria-current={isCurrent ? "step" : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => goTo(at)}
    >
      {(isNumbered || !number.endsWith("…")) && <span class="number">{number}</span>}
      <span>
        {moveText(node.move)}
        {node.sign && (
          <b class={`sign ${node.sign.includes("?") ? "bad" : "good"}`} title={signs[node.sign]}>
            {node.sign}
          </b>
        )}
      </span>
      {node.evaluation && <small>{scoreText(node.evaluation.score)}</small>}
      {node.shapes.length > 0 && <small aria-hidden="true">✎</small>}
    </button>
  );
}

function TreeActions() {
  const t = analysisTexts.value;
  const now = analysis.value;
  if (!now || now.tree.root.children.length === 0) return null;
  const isVariation = variationHead(now.tree, now.path) !== null;
  return (
    <div class="bar tree-actions" role="group" aria-label={texts.value.tabs.moves}>
      <button type="button" disabled={!isVariation} onClick={promoteVariation}>
        {t.promote}
      </button>
      <button type="button" disabled={!isVariation} onClick={makeMain}>
        {t.makeMain}
      </button>
      <button type="button" disabled={now.path.length === 0} onClick={deleteFromHere}>
        {t.remove}
      </button>
    </div>
  );
}
