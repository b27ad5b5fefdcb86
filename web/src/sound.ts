// Synthesizes the sounds of the game, such as a piece on a wooden board.
import { prefs } from "./state/prefs";

export type Sound = "move" | "capture" | "check" | "end" | "offer" | "low" | "tick";

/** Pitch in hertz, start and length in seconds. */
type Note = readonly [number, number, number];

const MELODIES: Partial<Record<Sound, readonly Note[]>> = {
  end: [
    [392, 0, 0.5],
    [494, 0.13, 0.5],
    [587, 0.26, 0.5],
  ],
  offer: [
    [523, 0, 0.2],
    [659, 0.12, 0.3],
  ],
  low: [
    [880, 0, 0.15],
    [880, 0.2, 0.25],
  ],
  tick: [[1100, 0, 0.06]],
};

let context: AudioContext | null = null;

export function playSound(sound: Sound): void {
  if (!prefs.value.sound || typeof AudioContext === "undefined") return;
  // Browsers allow sound only after a user gesture.
  if (navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const startTime = context.currentTime;
  const melody = MELODIES[sound];
  if (melody) {
    for (const [pitch, start, length] of melody) tone(context, pitch, startTime + start, length, 0.12);
    return;
  }
  knock(context, startTime, 0.5);
  if (sound === "capture") knock(context, startTime + 0.06, 0.4);
  if (sound === "check") tone(context, 660, startTime + 0.05, 0.25, 0.1);
}

function knock(audio: AudioContext, startTime: number, loudness: number): void {
  const length = Math.floor(audio.sampleRate * 0.07);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * Math.exp((-14 * i) / length);
  const source = new AudioBufferSourceNode(audio, { buffer });
  const wood = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1100, Q: 2.5 });
  const gain = new GainNode(audio, { gain: loudness });
  source.connect(wood).connect(gain).connect(audio.destination);
  source.start(startTime);
  tone(audio, 190, startTime, 0.07, 0.2);
}

function tone(
  audio: AudioContext,
  frequency: number,
  startTime: number,
  seconds: number,
  loudness: number,
): void {
  const oscillator = new OscillatorNode(audio, { frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, startTime);
  gain.gain.linearRampToValueAtTime(loudness, startTime + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.001, startTime + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(startTime);
  oscillator.stop(startTime + seconds);
}
