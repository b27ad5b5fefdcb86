// The icons, drawn as strokes.
const PATHS = {
  auto: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.500 10.500z",
  look: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM9 14.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  silent: "M4 9v6h4l5 4V5L8 9zM16.500 9.500l5 5M21.500 9.500l-5 5",
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12h-1",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.6.500 1 1.300 1 2.100h5c0-.8.4-1.600 1-2.100A6 6 0 0 0 12 3z",
  flip: "M7 4v16M7 4L3.500 7.500M7 4l3.500 3.500M17 20V4M17 20l-3.500-3.500M17 20l3.500-3.500",
  flag: "M5 21V4M5 4h13l-3 4.500 3 4.500H5",
  draw: "M4 9h16M4 15h16",
  plus: "M12 5v14M5 12h14",
  first: "M18 5l-8 7 8 7zM6 5v14",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  last: "M6 5l8 7-8 7zM18 5v14",
  up: "M5 15l7-8 7 8",
  down: "M5 9l7 8 7-8",
  menu: "M4 7h16M4 12h16M4 17h16",
  play: "M8 5l11 7-11 7z",
  learn: "M3 6c3-1.500 6-1.500 9 .5 3-2 6-2 9-.5v13c-3-1.500-6-1.500-9 .5-3-2-6-2-9-.5zM12 6.500v13",
  puzzles: "M5 8h4V6.500a2 2 0 0 1 4 0V8h4v4h1.500a2 2 0 0 1 0 4H17v4H5v-4h1.500a2 2 0 0 0 0-4H5z",
  analysis: "M4 19V5M4 19h16M7 15l4-5 3 3 5-7",
  watch:
    "M2.500 12s3.500-6 9.500-6 9.500 6 9.500 6-3.500 6-9.500 6-9.500-6-9.500-6zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
