const KB = 1024;
const MB = 1024 * KB;

/** Largest request body per path, in bytes; the first prefix that fits wins. Bodies are counted while they stream. */
const LIMITS: readonly [prefix: string, bytes: number][] = [
  ["/lake/", 128 * MB], // the lake has finer limits of its own
  ["/questionnaire", 1 * MB], // twenty long texts
  ["/api/questionnaire", 1 * MB],
  ["/api/order", 1 * MB], // a drawn signature
  ["/contract", 1 * MB],
  ["/webhooks/", 1 * MB],
  ["/", 256 * KB],
];

export function bodyLimit(path: string): number {
  return LIMITS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 0;
}
