// What a browser says about its network. Other platforms say nothing.

type Listen = (name: "online" | "offline", listener: () => void) => void;
const platform = globalThis as { addEventListener?: Listen; removeEventListener?: Listen };

/** Calls `listener` when the network comes or goes. Returns what ends that. */
export function onNetwork(name: "online" | "offline", listener: () => void): () => void {
  platform.addEventListener?.(name, listener);
  return () => platform.removeEventListener?.(name, listener);
}
