import type { LessonKey } from "../../learn/courses";

interface LessonText {
  title: string;
  text: string;
}

const LESSONS: Record<LessonKey, LessonText> = {
  chariot: {
    title: "The chariot",
    text: "You play Red. The chariot goes any distance along a line. Click it, then a marked point. Go to both rings.",
  },
  horse: {
    title: "The horse",
    text: "The horse goes one step along a line and then one step diagonally outward. Go to the three rings.",
  },
  leg: {
    title: "The horse’s leg",
    text: "A piece right beside the horse stops it in that direction: here your own soldier stands before it. Ride around it, to both rings.",
  },
  cannon: {
    title: "The cannon",
    text: "Without capturing, the cannon moves like the chariot. Go to both rings.",
  },
  jump: {
    title: "The cannon captures",
    text: "To capture, the cannon must jump over exactly one piece of either side. Jump over your soldier and take the horse.",
  },
  soldier: {
    title: "The soldier and the river",
    text: "The soldier goes one step forward. Beyond the river, the empty band in the middle, it may also go sideways, and never back. Go to the three rings.",
  },
  elephant: {
    title: "The elephant",
    text: "The elephant goes exactly two steps diagonally, and only if the point between is empty. It never crosses the river. Go to both rings.",
  },
  advisor: {
    title: "The advisor and the palace",
    text: "The square with the cross is the palace. The advisor goes one step along its diagonals and never leaves it. Go to both rings.",
  },
  general: {
    title: "The general",
    text: "The general goes one step along a line and stays in the palace. The game is about this piece. Go to both rings.",
  },
  facing: {
    title: "Generals do not face each other",
    text: "The two generals may not stand on one file with nothing between them. So your horse cannot leave this file now. Step aside with the general first.",
  },
  check: {
    title: "Check",
    text: "A piece that could take the general next gives check. Give check with the chariot.",
  },
  escape: {
    title: "Out of check",
    text: "Your general is in check. You must answer it: take the chariot, put a piece between, or step away. Any of them is right here.",
  },
  mate: {
    title: "Checkmate",
    text: "A check with no answer is checkmate and wins. One chariot already holds the second row. Give mate with the other one.",
  },
  horseAndCannon: {
    title: "Horse and cannon",
    text: "A famous mate: the cannon behind the horse. Bring the cannon to the middle file, so that the horse is what it jumps over.",
  },
  stalemate: {
    title: "No move loses, too",
    text: "A side without a legal move loses, even without a check. Take the last move from the black general with your soldier.",
  },
  repetition: {
    title: "Do not check for ever",
    text: "You have checked again and again, and the same position is about to come a third time. A side that only gives checks in a repetition loses. Play something else.",
  },
  five: {
    title: "Five in a row",
    text: "You play Black. Five stones in a row win: across, down or diagonally. Place the fifth.",
  },
  stopFour: {
    title: "Stop a four",
    text: "White has four in a row and would win with the next move. One end is closed already. Close the other one.",
  },
  openFour: {
    title: "From three to four",
    text: "Three stones with room on both sides are an open three. Make a four with two open ends: White can close only one of them.",
  },
  stopThree: {
    title: "Stop a three",
    text: "White has an open three. Answer it now, at one of its ends or one point further, or it becomes an open four.",
  },
  twoThrees: {
    title: "Two threes at once",
    text: "One stone can make two open threes, one across and one down. White can stop only one of them. Find the point.",
  },
  swap2: {
    title: "The opening of tournaments",
    text: "The side that begins has an advantage, so tournaments share it out. By Swap2 one player has put three stones. You choose: stay White, swap to Black, or place two more stones and let the other choose.",
  },
  exactlyFive: {
    title: "Five in a row",
    text: "You play Black. Five stones in a row win. Place the fifth.",
  },
  threeThree: {
    title: "Forbidden: two threes",
    text: "Black begins, so some points are forbidden to Black. A stone that makes two open threes at once is one of them. Try it: the point where the row and the column meet.",
  },
  fourFour: {
    title: "Forbidden: two fours",
    text: "A stone that makes two fours at once is forbidden to Black, too. Try it where the row and the column meet.",
  },
  overline: {
    title: "Forbidden: six or more",
    text: "For Black only exactly five counts. More than five, an overline, is forbidden. Try to fill the gap.",
  },
  fourThree: {
    title: "Four and three",
    text: "One four and one open three together are allowed. This is how Black wins. Find the point that makes both.",
  },
  whiteSix: {
    title: "White may do more",
    text: "Now you play White. Nothing is forbidden to White, and six in a row win as well. Fill the gap.",
  },
  taraguchi: {
    title: "The opening of tournaments",
    text: "In Renju each of the first stones may be followed by a swap of colors, so that nobody can prepare an unfair opening. Black has placed the first stone. Keep your color or swap.",
  },
  blocked: {
    title: "A five that does not win",
    text: "You play Black. In Caro a five does not win if a white stone stands at both of its ends. Two of your fours can become a five; complete the one that counts.",
  },
  closeEnds: {
    title: "Two ways to stop a four",
    text: "White has four in a row with one end closed. You can take the fifth point, or the one behind it: then the five would be closed at both ends.",
  },
  caroFour: {
    title: "From three to four",
    text: "Three stones with room on both sides are an open three. Make a four with two open ends.",
  },
  caroSwap2: {
    title: "A fair opening",
    text: "The side that begins has an advantage. By Swap2 one player has put three stones. You choose: stay White, swap to Black, or place two more stones and let the other choose.",
  },
};

export const en = {
  heading: "Learn",
  help: "Ten minutes for each game, move by move on the board. Choose one.",
  progress: (done: number, all: number) => `${done} of ${all}`,
  exercise: (number: number) => `Exercise ${number}`,
  exerciseText: "Win by force: every move must be the right one.",
  right: "Well done!",
  wrong: "Not this one. Try another move.",
  next: "Go on",
  finish: "Finish",
  again: "Start this step again",
  show: "Show me",
  steps: "Steps of the course",
  isDone: "done",
  lessons: LESSONS,
};

export type LearnTexts = typeof en;
