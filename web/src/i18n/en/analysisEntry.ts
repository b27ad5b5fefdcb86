/** The ways to the analysis board. Its own texts are loaded with it. */
export const analysisEntry = {
  open: "Analysis board",
  openRecord: "Open on the analysis board",
  tryLine: "Try another line",
  loading: "Loading the analysis board …",
};
