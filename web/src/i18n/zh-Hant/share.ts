import type { Texts } from "../en";

export const share: Texts["share"] = {
  share: "分享……",
  png: "圖片（PNG）",
  embed: "放進別的網頁",
  embedCode: "網頁程式碼（HTML）",
  embedHelp: "棋盤隨對局更新。可用 ?theme=dark、?pieces=letters、?lang=en 選擇外觀。",
  open: "開啟",
  missing: "無法顯示這盤棋。",
  players: (first, second) => `${first} – ${second}`,
  notify: "對方走棋後通知我",
  notifyRefused: "瀏覽器不允許本頁傳送通知。",
};
