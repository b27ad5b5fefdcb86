// The accuracy of a side, by lichess's formulas (https://lichess.org/page/accuracy) from the server's winning chances.

/** What a move did to the winning chance of the side that made it, from 0 to 1. */
export interface MoveChances {
  isFirst: boolean;
  before: number;
  after: number;
}

/** How good one move was, from 0 to 100, by the winning chance that it lost. */
export function moveAccuracy({ before, after }: MoveChances): number {
  const lost = 100 * Math.max(0, before - after);
  return Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * lost) - 3.1669));
}

function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** How much the moves count: more where the chances changed much around them. One weight for each move. */
function volatility(moves: readonly MoveChances[]): number[] {
  const ofFirst = (move: MoveChances, chance: number) => 100 * (move.isFirst ? chance : 1 - chance);
  const percents = moves.map((move) => ofFirst(move, move.after));
  if (moves[0]) percents.unshift(ofFirst(moves[0], moves[0].before));
  const size = Math.min(8, Math.max(2, Math.floor(moves.length / 10)));
  return moves.map((_, index) => {
    const start = Math.max(0, index + 2 - size);
    const window = percents.slice(start, start + size);
    return Math.min(12, Math.max(0.5, standardDeviation(window)));
  });
}

/** The accuracy of one side in percent; null if it has not moved. */
export function gameAccuracy(moves: readonly MoveChances[], ofFirst: boolean): number | null {
  const weights = volatility(moves);
  let [count, weight, weighted, inverse] = [0, 0, 0, 0];
  moves.forEach((move, index) => {
    if (move.isFirst !== ofFirst) return;
    const accuracy = moveAccuracy(move);
    count += 1;
    weight += weights[index] as number;
    weighted += accuracy * (weights[index] as number);
    inverse += 1 / Math.max(1, accuracy);
  });
  return count === 0 ? null : (weighted / weight + count / inverse) / 2;
}
