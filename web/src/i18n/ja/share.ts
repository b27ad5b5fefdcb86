import type { Texts } from "../en";

export const share: Texts["share"] = {
  share: "共有…",
  png: "画像（PNG）",
  embed: "ほかのページに表示",
  embedCode: "ページ用の HTML",
  embedHelp: "盤は対局とともに動きます。?theme=dark、?pieces=letters、?lang=en で見た目を選べます。",
  open: "開く",
  missing: "この対局は表示できません。",
  players: (first, second) => `${first} – ${second}`,
  notify: "相手が打ったら通知する",
  notifyRefused: "ブラウザがこのページの通知を許可していません。",
};
