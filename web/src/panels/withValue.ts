/** The choices in order, with the value in force even if it is none of them, as in a game that continues another one. */
export const withValue = (choices: readonly number[], value: number): number[] =>
  [...new Set([...choices, value])].sort((one, other) => one - other);
