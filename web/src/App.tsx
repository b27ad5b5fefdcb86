import { untracked, useSignalEffect } from "@preact/signals";
import { texts } from "./i18n";
import { languageFailure } from "./i18n/localized";
import { AnalysisPart, LearnPart } from "./panels/LazyParts";
import { Continue } from "./panels/Continue";
import { EditorBoard } from "./panels/Editor";
import { GameEvaluationBar } from "./panels/EvaluationBar";
import { GameBoard } from "./panels/GameBoard";
import { GamesPage } from "./panels/GamesPage";
import { Header } from "./panels/Header";
import { MoveHelp } from "./panels/MoveHelp";
import { NoticeLine } from "./panels/NoticeLine";
import { PlayerStrip } from "./panels/PlayerStrip";
import { PuzzleBoard } from "./panels/Puzzles";
import { SidePanel } from "./panels/SidePanel";
import { WatchPage } from "./panels/Watch";
import { hasGameBar } from "./state/bar";
import { openGame } from "./state/open";
import { showError } from "./state/notice";
import { showDraft } from "./state/draft";
import { route } from "./state/route";
import { options, startPosition } from "./state/setup";
import { listenToKeys } from "./state/shortcuts";
import "./state/notify";
import "./state/zen";
import "./state/sounds";
import "./state/streak";
import "./state/title";
import "./state/watched";
import "./state/watchRematch";
import "./state/analysis";

listenToKeys();

export function App() {
  useSignalEffect(() => {
    const current = route.value;
    if (current.page === "game") untracked(() => void openGame(current));
  });
  useSignalEffect(() => {
    const failure = languageFailure.value;
    if (failure) untracked(() => showError(failure));
  });
  // The board shows how the next game starts, so it follows every change of the setup.
  useSignalEffect(() => {
    options.value;
    startPosition.value;
    if (route.value.page === "home") untracked(() => void showDraft());
  });
  const isPlain = route.value.page === "watch" || route.value.page === "games";
  return (
    <>
      {!isPlain && (
        <a class="skip" href="#board" onClick={skipToBoard}>
          {texts.value.skip}
        </a>
      )}
      <Header />
      {isPlain ? <PlainMain /> : <BoardMain />}
      <MoveHelp />
      <NoticeLine />
    </>
  );
}

/** A page without a board. */
const PlainMain = () => (
  <main class="plain">{route.value.page === "watch" ? <WatchPage /> : <GamesPage />}</main>
);

/** The board with its players, and the panel beside it. */
function BoardMain() {
  const isEditing = route.value.page === "edit";
  const isPuzzle = route.value.page === "puzzles";
  const isAnalysis = route.value.page === "analysis";
  const isCourse = route.value.page === "learn";
  const isGame = !isEditing && !isPuzzle && !isAnalysis && !isCourse;
  const hasBar = isGame && hasGameBar.value;
  return (
    <main>
      {route.value.page === "home" && <Continue />}
      <section id="board" class="stage" aria-label={texts.value.board.label}>
        {isGame && <PlayerStrip end="top" />}
        <div class="table">
          {hasBar && <GameEvaluationBar />}
          {isEditing && <EditorBoard />}
          {isPuzzle && <PuzzleBoard />}
          {isAnalysis && <AnalysisPart part="Board" />}
          {isCourse && <LearnPart part="Board" />}
          {isGame && <GameBoard />}
        </div>
        {isGame && <PlayerStrip end="bottom" />}
      </section>
      <SidePanel />
    </main>
  );
}

/** The URL fragment holds the game, so this link must not change it. */
function skipToBoard(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('.cells [tabindex="0"]')?.focus();
}
