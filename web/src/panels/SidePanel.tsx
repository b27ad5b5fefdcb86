// The panel beside the board, or below it on a phone: the status, the actions, and four tabs.
import type { ComponentType } from "preact";
import { texts } from "../i18n";
import { current, game, isOver } from "../state/game";
import { isKeyRequired } from "../state/notice";
import { route } from "../state/route";
import { setup } from "../state/setup";
import { type Tab, tab } from "../state/view";
import { isZen, toggleZen } from "../state/zen";
import { Actions } from "./Actions";
import { AnalysisPanel } from "./AnalysisPanel";
import { BookMoves } from "./BookMoves";
import { EditorPanel } from "./Editor";
import { AnalysisPart, LearnPart } from "./LazyParts";
import { FirstPieces } from "./FirstPieces";
import { KeyForm } from "./KeyForm";
import { MovesPanel } from "./MovesPanel";
import { NewGamePanel } from "./NewGamePanel";
import { Footer, Tiles } from "./Places";
import { PuzzlePanel } from "./Puzzles";
import { RecordPanel } from "./RecordPanel";
import { RulesCard } from "./RulesCard";
import { StartLine } from "./StartLine";
import { StatusLine } from "./StatusLine";

const PANELS: Record<Tab, ComponentType> = {
  game: NewGamePanel,
  moves: MovesPanel,
  analysis: AnalysisPanel,
  record: RecordPanel,
};

const TABS = Object.keys(PANELS) as Tab[];

export function SidePanel() {
  if (route.value.page === "edit") {
    return (
      <aside aria-label={texts.value.editor.heading}>
        <EditorPanel />
      </aside>
    );
  }
  if (route.value.page === "puzzles") {
    return (
      <aside aria-label={texts.value.puzzles.heading}>
        {isKeyRequired.value && <KeyForm />}
        <PuzzlePanel />
      </aside>
    );
  }
  if (route.value.page === "analysis") {
    return (
      <aside class="analysis-board" aria-label={texts.value.analysisEntry.open}>
        {isKeyRequired.value && <KeyForm />}
        <AnalysisPart part="Panel" />
      </aside>
    );
  }
  if (route.value.page === "learn") {
    return (
      <aside aria-label={texts.value.home.place.learn}>
        {isKeyRequired.value && <KeyForm />}
        <LearnPart part="Panel" />
      </aside>
    );
  }
  const Panel = PANELS[tab.value];
  const isRunning = game.value !== null && !isOver.value;
  return (
    <aside aria-label={texts.value.title} class={isRunning ? "running" : ""}>
      {isKeyRequired.value && <KeyForm />}
      <StatusLine />
      {/* While a game runs, what comes and goes with its state does not move the actions. */}
      {!isRunning && <StartLine />}
      <Actions key={game.value?.id} />
      {isRunning && <StartLine />}
      {isZen.value && (
        <button type="button" class="link" onClick={toggleZen}>
          {texts.value.play.leaveZen}
        </button>
      )}
      {route.value.page === "home" && <FirstPieces />}
      {route.value.page === "home" && <Tiles />}
      <Tabs />
      <div class="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${tab.value}`} tabIndex={0}>
        <Panel />
        {tab.value === "moves" && <BookMoves />}
        <RulesCard ruleset={current.value?.ruleset ?? setup.value.ruleset} />
        <Footer />
      </div>
    </aside>
  );
}

function Tabs() {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const next = TABS[(TABS.indexOf(tab.value) + by + TABS.length) % TABS.length] as Tab;
    tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" onKeyDown={onKeyDown}>
      {TABS.map((name) => (
        <button
          type="button"
          role="tab"
          id={`tab-${name}`}
          key={name}
          aria-selected={tab.value === name}
          aria-controls="panel"
          tabIndex={tab.value === name ? 0 : -1}
          onClick={() => {
            tab.value = name;
          }}
        >
          {texts.value.tabs[name]}
        </button>
      ))}
    </div>
  );
}
