// The page of all own games: searched, exported and imported as one file.
import { useEffect, useRef, useState } from "preact/hooks";
import { texts } from "../i18n";
import { LANGUAGES } from "../i18n/languages";
import { opponentText, resultOf } from "./playerNames";
import { Footer } from "./Places";
import { saveFile } from "./saveFile";
import { type ArchivedGame, archivedGames, exported, importGames, readExported } from "../state/archive";
import { showNotice } from "../state/notice";
import { prefs } from "../state/prefs";

/** More of them are found by a search. */
const MOST_LISTED = 100;

interface Line {
  game: ArchivedGame;
  text: string;
  date: string;
}

function lineOf(game: ArchivedGame): Line {
  const t = texts.value;
  const { kept, at } = game;
  const date = new Date(at).toLocaleDateString(LANGUAGES[prefs.value.lang].tag, { dateStyle: "medium" });
  const parts = [
    t.rulesets[kept.ruleset],
    opponentText(t, kept),
    resultOf(t, kept),
    t.archive.moves(kept.moves.length),
  ];
  return { game, text: parts.join(" · "), date };
}

/** Whether every word of the search is in the line. */
const isFound = ({ text, date }: Line, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${text} ${date}`.toLowerCase().includes(word));

export function GamesPage() {
  const t = texts.value.archive;
  const [games, setGames] = useState<ArchivedGame[] | null>(null);
  const [search, setSearch] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const read = () => void archivedGames().then(setGames);
  useEffect(read, []);
  const lines = (games ?? []).map(lineOf).filter((line) => isFound(line, search));
  const onFile = async (chosen: File | undefined) => {
    const found = chosen && readExported(await chosen.text());
    if (!found) return showNotice(t.noFile, "error");
    await importGames(found);
    showNotice(t.imported(found.length), "info");
    read();
  };
  return (
    <div class="page">
      <h2>{t.heading}</h2>
      <p class="note">{t.help}</p>
      <label class="field">
        <span class="label">{t.search}</span>
        <input type="search" value={search} onInput={({ currentTarget }) => setSearch(currentTarget.value)} />
      </label>
      <p class="note" role="status">
        {games && t.found(lines.length, games.length)}
      </p>
      <ul class="games">
        {lines.slice(0, MOST_LISTED).map(({ game, text, date }) => (
          <li key={game.id}>
            <a href={`#/g/${game.id}`}>
              <span>{text}</span>
              <time dateTime={game.at}>{date}</time>
            </a>
          </li>
        ))}
      </ul>
      <div class="bar">
        <button
          type="button"
          disabled={!games?.length}
          onClick={() =>
            saveFile(new Blob([exported(games ?? [])], { type: "application/json" }), "duiyi-games.json")
          }
        >
          {t.export}
        </button>
        <button type="button" onClick={() => file.current?.click()}>
          {t.import}
        </button>
        <input
          ref={file}
          class="hidden"
          type="file"
          accept=".json,application/json"
          tabIndex={-1}
          aria-label={t.import}
          onChange={({ currentTarget }) => {
            void onFile(currentTarget.files?.[0]);
            currentTarget.value = "";
          }}
        />
      </div>
      <Footer />
    </div>
  );
}
