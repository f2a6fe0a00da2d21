/** Words an adult reads in a minute, a little below the average so that nobody feels slow. */
const WORDS_PER_MINUTE = 220;

/** Whole minutes to read so many words; one at least. */
export function readingMinutes(words: number | null): number {
  return Math.max(1, Math.round((words ?? 0) / WORDS_PER_MINUTE));
}
