import { texts } from "../i18n";
import { LANGS, langOf, LANGUAGES } from "../i18n/languages";
import { updatePrefs, prefs, type Theme } from "../state/prefs";
import { newDraft } from "../state/view";
import { Icon } from "./Icon";
import { PlacesMenu } from "./Places";
import { Settings } from "./Settings";

const NEXT_THEME: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };

/** The list covers the sign, so that the header stays narrow on a phone. */
function Languages() {
  const { language } = texts.value.header;
  return (
    <label class="language" title={language}>
      <span aria-hidden="true">文A</span>
      <select
        aria-label={language}
        value={prefs.value.lang}
        onChange={({ currentTarget }) => updatePrefs({ lang: langOf(currentTarget.value) ?? "en" })}
      >
        {LANGS.map((lang) => (
          <option key={lang} value={lang} lang={LANGUAGES[lang].tag}>
            {LANGUAGES[lang].name}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Header() {
  const { header, title } = texts.value;
  const { lang, theme, sound } = prefs.value;
  return (
    <header>
      <h1>
        <a
          href="#/"
          onClick={(event) => {
            event.preventDefault();
            newDraft();
          }}
        >
          <span class="seal" lang="zh">
            对弈
          </span>
          {!lang.startsWith("zh") && <span class="name">{title}</span>}
        </a>
      </h1>
      <PlacesMenu />
      <div class="tools">
        <Settings />
        <button
          type="button"
          class="quiet"
          aria-label={header.theme[theme]}
          title={header.theme[theme]}
          onClick={() => updatePrefs({ theme: NEXT_THEME[theme] })}
        >
          <Icon name={theme} />
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={sound ? header.soundOn : header.soundOff}
          title={sound ? header.soundOn : header.soundOff}
          onClick={() => updatePrefs({ sound: !sound })}
        >
          <Icon name={sound ? "sound" : "silent"} />
        </button>
        <Languages />
      </div>
    </header>
  );
}
