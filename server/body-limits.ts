const KB = 1024;
const MB = 1024 * KB;

/** How much of a body a path takes. */
export interface BodyLimit {
  /** Bytes. */
  bytes: number;
  /** Bodies of files go on as they arrive; all others are read first, so that a handler never waits for a slow caller. */
  streamed: boolean;
}

/** The first prefix that fits wins. Bodies are counted while they arrive. */
const LIMITS: readonly [prefix: string, bytes: number, how?: "streamed"][] = [
  ["/lake/", 128 * MB], // the lake has finer limits of its own
  ["/questionnaire", 110 * MB, "streamed"], // ten files of 10 MB, posted without scripts
  ["/api/uploads", 11 * MB, "streamed"], // one file at most
  ["/api/questionnaire", 1 * MB], // twenty long texts
  ["/contract", 1 * MB], // a drawn signature
  ["/webhooks/", 1 * MB],
  ["/", 256 * KB],
];

export function bodyLimit(path: string): BodyLimit {
  const [, bytes = 0, how] = LIMITS.find(([prefix]) => path.startsWith(prefix)) ?? [];
  return { bytes, streamed: how === "streamed" };
}
