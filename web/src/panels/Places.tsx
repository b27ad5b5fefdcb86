// The ways to the places of the page: links in the header, behind a button on a narrow screen, and tiles on the front page.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { texts } from "../i18n";
import { hrefOf, type Place, PLACES } from "../state/places";
import { type Route, route } from "../state/route";
import { newDraft, tab } from "../state/view";
import { Icon } from "./Icon";

const isAt = (place: Place, { page }: Route): boolean =>
  place === "play" ? page === "home" : page === place;

/** Playing begins with a new draft. */
function follow(place: Place, event: Event): void {
  if (place !== "play") return;
  event.preventDefault();
  newDraft();
}

export function PlacesMenu() {
  const { home } = texts.value;
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && menu.current?.contains(event.target);
      const isEscape = event instanceof KeyboardEvent && event.key === "Escape";
      if (isEscape || (event.type === "pointerdown" && !isInside)) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [isOpen]);
  return (
    <div class="places" ref={menu}>
      <button
        type="button"
        class="quiet"
        aria-label={home.menu}
        aria-expanded={isOpen}
        aria-controls="places"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="menu" />
      </button>
      <nav id="places" class={isOpen ? "open" : ""} aria-label={home.places}>
        {PLACES.map((place) => (
          <a
            key={place}
            href={hrefOf(place)}
            aria-current={isAt(place, route.value) ? "page" : undefined}
            onClick={(event) => {
              follow(place, event);
              setOpen(false);
            }}
          >
            {home.place[place]}
          </a>
        ))}
      </nav>
    </div>
  );
}

export function Tiles() {
  const { home } = texts.value;
  return (
    <ul class="tiles">
      {PLACES.map((place) => (
        <li key={place}>
          <a
            href={hrefOf(place)}
            onClick={(event) => {
              follow(place, event);
              if (place !== "play") return;
              tab.value = "game";
              document.getElementById("panel")?.scrollIntoView({ block: "nearest" });
            }}
          >
            <Icon name={place} />
            {home.place[place]}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function Footer() {
  return (
    <footer>
      <a href="/docs">{texts.value.home.api}</a>
    </footer>
  );
}
