import type { Texts } from "../en";

export const share: Texts["share"] = {
  share: "分享……",
  png: "图片（PNG）",
  embed: "放进别的网页",
  embedCode: "网页代码（HTML）",
  embedHelp: "棋盘随对局更新。可用 ?theme=dark、?pieces=letters、?lang=en 选择外观。",
  open: "打开",
  missing: "无法显示这盘棋。",
  players: (first, second) => `${first} – ${second}`,
  notify: "对方走棋后通知我",
  notifyRefused: "浏览器不允许本页发送通知。",
};
