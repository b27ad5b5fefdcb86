import type { Texts } from "../en";

export const home: Texts["home"] = {
  places: "頁面",
  place: { play: "對局", learn: "學棋", puzzles: "做題", analysis: "分析", watch: "觀戰" },
  menu: "選單",
  continue: "繼續對局",
  yourMove: "輪到你走",
  theirMove: "等待對方走棋",
  waiting: "等待好友加入",
  api: "API",
  watch: {
    help: "知道對局連結的人都可以觀戰。請向棋手索要連結。",
    link: "對局連結",
    go: "觀戰",
    wrong: "這不是對局的連結。連結的形式是 …/g/ 加上對局編號。",
    recent: "看過的對局",
  },
};
