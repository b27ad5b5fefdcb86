export const share = {
  share: "Share …",
  png: "Picture (PNG)",
  embed: "Show it on another page",
  embedCode: "HTML for the page",
  embedHelp: "The board follows the game. ?theme=dark, ?pieces=letters and ?lang=zh choose how it looks.",
  open: "Open",
  missing: "This game cannot be shown.",
  players: (first: string, second: string) => `${first} – ${second}`,
  notify: "Notify me when another player has moved",
  notifyRefused: "The browser does not allow notifications from this page.",
};
