// Turns the text of descriptions into HTML.

export const escape = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] as string,
  );

/** Names that have a place of their own on the page, with the id of the place. */
export type Places = ReadonlyMap<string, string>;

const inline = (text: string, places: Places): string =>
  escape(text).replace(/`([^`]+)`/g, (_, code: string) => {
    const place = places.get(code);
    return place ? `<a href="#${place}"><code>${code}</code></a>` : `<code>${code}</code>`;
  });

/** Paragraphs with code spans. */
export const prose = (text: string | undefined, places: Places): string =>
  (text ?? "")
    .trim()
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => `<p>${inline(paragraph.replace(/\s+/g, " "), places)}</p>`)
    .join("\n");

/** One paragraph without its element. */
export const phrase = (text: string | undefined, places: Places): string =>
  inline((text ?? "").trim().replace(/\s+/g, " "), places);
