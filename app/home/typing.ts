/** Specification 9: the headline starts after 500 ms and types one character every 80 ms. */
const TYPING_START = 500;
export const TYPING_STEP = 80;

/** How many of `length` characters stand there `elapsed` milliseconds after the page came alive. */
export function typedCount(elapsed: number, length: number): number {
  const steps = Math.floor((elapsed - TYPING_START) / TYPING_STEP);
  return Math.min(Math.max(steps, 0), length);
}
