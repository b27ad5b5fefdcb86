import type { Texts } from "../en";

export const archive: Texts["archive"] = {
  heading: "すべての対局",
  help: "ここで打った対局はすべてこのブラウザに保存されます。別のブラウザへ移すには書き出してください。",
  search: "種目・相手・結果・日付で検索",
  found: (found, all) => `${all} 局中 ${found} 局`,
  moves: (moves) => `${moves} 手`,
  export: "すべて書き出す",
  import: "ファイルを読み込む",
  imported: (games) => `${games} 局を読み込みました。`,
  noFile: "書き出した対局のファイルではありません。",
};
