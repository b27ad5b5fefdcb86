// Builds one file from the board of the page, with Preact and the styles inside; the font stays beside it.
const web = new URL("../../web/", import.meta.url).pathname;

/** What the board says. The page's texts have much more. */
const TEXTS = ["sides", "pieces", "board"];

interface Node {
  type: string;
  start: number;
  end: number;
  [name: string]: unknown;
}

/** Leaves only the texts of the board in the page's. */
const onlyTextsOfTheBoard = {
  name: "only-texts-of-the-board",
  enforce: "post" as const,
  transform(this: { parse(code: string): { body: Node[] } }, code: string, id: string) {
    if (!/web\/src\/i18n\/[\w-]+\/index\.ts$/.test(id)) return null;
    for (const statement of this.parse(code).body) {
      const declared = (statement.declaration as Node | null)?.declarations as { init: Node }[] | undefined;
      const texts = declared?.[0]?.init;
      if (texts?.type !== "ObjectExpression") continue;
      const kept = (texts.properties as (Node & { key: Node })[])
        .filter(({ key }) => TEXTS.includes(String(key.name)))
        .map(({ start, end }) => code.slice(start, end));
      return { code: `${code.slice(0, texts.start)}{${kept.join(",")}}${code.slice(texts.end)}`, map: null };
    }
    throw new Error(`${id} has no texts`);
  },
};

export default {
  plugins: [onlyTextsOfTheBoard],
  resolve: {
    alias: [
      // The page has one look for all its boards. Here each element has its own.
      { find: /^\.\.\/state\/prefs$/, replacement: new URL("src/prefs.ts", import.meta.url).pathname },
      { find: /^(preact|@preact\/signals)(\/.*)?$/, replacement: `${web}node_modules/$1$2` },
    ],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    lib: { entry: "src/index.ts", formats: ["es"], fileName: () => "duiyi-board.js" },
    cssTarget: "esnext",
    cssMinify: true,
  },
};
