/** Sounds, made of tones. Nothing is loaded. */

import { useEffect, useRef } from "preact/hooks";

export type Sound = "first" | "second" | "remark" | "end" | "time";

/** Tones as frequency in hertz, start and length in seconds. */
const TONES: Record<Sound, readonly (readonly [number, number, number])[]> = {
  first: [[392, 0, 0.09]],
  second: [[523, 0, 0.09]],
  remark: [
    [233, 0.1, 0.16],
    [196, 0.24, 0.22],
  ],
  end: [
    [392, 0.1, 0.16],
    [494, 0.22, 0.16],
    [587, 0.34, 0.3],
  ],
  time: [
    [587, 0.1, 0.16],
    [392, 0.28, 0.3],
  ],
};
const LOUDNESS = 0.12;

let context: AudioContext | null = null;

function sound(name: Sound): void {
  context ??= new AudioContext();
  // A browser lets pages sound only after a click or a key.
  void context.resume();
  const start = context.currentTime;
  for (const [frequency, from, length] of TONES[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start + from);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + from + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.001, start + from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start + from);
    tone.stop(start + from + length);
  }
}

/** Sounds when `event` changes to another text, unless it is the first one or sounds are off. */
export function useSound(isOn: boolean, event: string | null, name: Sound | null): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (event === null || event === last.current) return;
    const isFirst = last.current === null;
    last.current = event;
    if (isOn && !isFirst && name !== null) sound(name);
  }, [event, isOn, name]);
}
