import { texts } from "../i18n";
import { updatePrefs, prefs, type Theme } from "../state/prefs";
import { newDraft } from "../state/view";
import { Icon } from "./Icon";
import { Look } from "./Look";
import { PlacesMenu } from "./Places";

const NEXT_THEME: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };

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
          {lang === "en" && <span class="name">{title}</span>}
        </a>
      </h1>
      <PlacesMenu />
      <div class="tools">
        <Look />
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
        <button
          type="button"
          class="quiet language"
          lang={lang === "en" ? "zh" : "en"}
          onClick={() => updatePrefs({ lang: lang === "en" ? "zh" : "en" })}
        >
          {header.language}
        </button>
      </div>
    </header>
  );
}
