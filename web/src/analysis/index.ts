// The analysis board: a chunk of its own, which the browser loads with the first use.
import { listenToKeys } from "./keys";
import "./open";

listenToKeys();

export { isReady } from "./texts";
export { AnalysisBoard as Board } from "./AnalysisBoard";
export { AnalysisPanel as Panel } from "./AnalysisPanel";
