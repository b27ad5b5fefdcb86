import type { Texts } from "../en";

export const archive: Texts["archive"] = {
  heading: "全部對局",
  help: "本瀏覽器儲存你在這裡下過的所有對局。換瀏覽器時可以匯出。",
  search: "按棋種、對手、結果或日期查詢",
  found: (found, all) => `${found} / ${all} 局`,
  moves: (moves) => `${moves} 著`,
  export: "全部匯出",
  import: "匯入檔案",
  imported: (games) => `已匯入 ${games} 局。`,
  noFile: "這不是匯出的對局檔案。",
};
