import type { ConfirmMoves } from "../../state/prefs";

const CONFIRM: Record<ConfirmMoves, string> = {
  always: "Always",
  correspondence: "By correspondence",
  never: "Never",
};

export const play = {
  numbers: "Numbers on the stones",
  confirm: "Confirm moves",
  confirmIn: CONFIRM,
  confirmMove: (move: string) => `Play this: ${move}?`,
  yesMove: "Play it",
  zen: "Zen mode",
  zenNote: "While a game runs, only the board, the clocks and the actions. The Z key switches it, too.",
  leaveZen: "Leave zen mode",
  confirmDraw: "Offer a draw? If it is accepted, the game ends.",
  yesDraw: "Yes, offer",
  confirmAgreement: "Agree to the draw? The game ends.",
  yesAgreement: "Yes, agree",
  goes: (piece: string, point: string) => `${piece} to ${point}`,
  takes: (piece: string, taken: string, point: string) => `${piece} takes ${taken} on ${point}`,
  placed: (stone: string, point: string) => `${stone} on ${point}`,
};
