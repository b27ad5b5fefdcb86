// A client for the Duiyi server.
export { Analyses, Job } from "./analysis.js";
export { Duiyi, Games } from "./client.js";
export { ApiError, UnreachableError } from "./errors.js";
export type { Connection } from "./follow.js";
export { GameHandle } from "./game.js";
export { SeekHandle, Seeks } from "./seeks.js";
export { OPERATIONS } from "./operations.js";
export type { Answer, OperationName, RequestOptions, Settings } from "./transport.js";
export type * from "./types.js";
