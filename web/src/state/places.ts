// The places of the page, to which its header and its front page lead.

export const PLACES = ["play", "learn", "puzzles", "analysis", "watch"] as const;

export type Place = (typeof PLACES)[number];

export const hrefOf = (place: Place): string => (place === "play" ? "#/" : `#/${place}`);
