export const archive = {
  heading: "All your games",
  help: "This browser keeps every game that you have played here. Export them to move to another one.",
  search: "Search by game, opponent, result or date",
  found: (found: number, all: number) => `${found} of ${all} ${all === 1 ? "game" : "games"}`,
  moves: (moves: number) => `${moves} ${moves === 1 ? "move" : "moves"}`,
  export: "Export all",
  import: "Import a file",
  imported: (games: number) => `Imported ${games} ${games === 1 ? "game" : "games"}.`,
  noFile: "This is no file of exported games.",
};
