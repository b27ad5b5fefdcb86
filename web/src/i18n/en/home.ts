export const home = {
  places: "Pages",
  place: { play: "Play", learn: "Learn", puzzles: "Puzzles", analysis: "Analysis", watch: "Watch" },
  menu: "Menu",
  continue: "Continue your game",
  yourMove: "Your move",
  theirMove: "Their move",
  waiting: "Waiting for your friend",
  api: "API",
  watch: {
    help: "Anybody who has the link of a game can watch it. Ask a player for the link.",
    link: "Link of the game",
    go: "Watch",
    wrong: "This is no link of a game. It looks like …/g/ and the letters and digits of the game.",
    recent: "Games you have watched",
  },
};
