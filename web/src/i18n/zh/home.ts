import type { Texts } from "../en";

export const home: Texts["home"] = {
  places: "页面",
  place: { play: "对局", learn: "学棋", puzzles: "做题", analysis: "分析", watch: "观战" },
  menu: "菜单",
  continue: "继续对局",
  yourMove: "轮到你走",
  theirMove: "等待对方走棋",
  waiting: "等待好友加入",
  api: "API",
  watch: {
    help: "知道对局链接的人都可以观战。请向棋手索要链接。",
    link: "对局链接",
    go: "观战",
    wrong: "这不是对局的链接。链接的形式是 …/g/ 加上对局编号。",
    recent: "看过的对局",
  },
};
