/**
 * A cell of a table that is downloaded: a text, an amount in whole cents, or a day or time of the company's clocks
 * (`2026-11-21`, `2026-11-21 23:30`).
 */
export type Cell = string | number | { time: string };
