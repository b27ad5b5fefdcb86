import type { Texts } from "../en";

export const home: Texts["home"] = {
  places: "ページ",
  place: { play: "対局", learn: "入門", puzzles: "問題", analysis: "検討", watch: "観戦" },
  menu: "メニュー",
  continue: "対局を続ける",
  yourMove: "あなたの番です",
  theirMove: "相手の番です",
  waiting: "友達を待っています",
  api: "API",
  watch: {
    help: "対局のリンクを知っている人は観戦できます。リンクは対局者に聞いてください。",
    link: "対局のリンク",
    go: "観戦",
    wrong: "対局のリンクではありません。…/g/ の後に対局の番号が続く形です。",
    recent: "観戦した対局",
  },
};
