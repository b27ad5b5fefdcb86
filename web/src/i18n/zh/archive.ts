import type { Texts } from "../en";

export const archive: Texts["archive"] = {
  heading: "全部对局",
  help: "本浏览器保存你在这里下过的所有对局。换浏览器时可以导出。",
  search: "按棋种、对手、结果或日期查找",
  found: (found, all) => `${found} / ${all} 局`,
  moves: (moves) => `${moves} 着`,
  export: "全部导出",
  import: "导入文件",
  imported: (games) => `已导入 ${games} 局。`,
  noFile: "这不是导出的对局文件。",
};
