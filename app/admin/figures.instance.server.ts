import { adminClient } from "../content/client.instance.server.ts";
import { log } from "../platform/log.instance.server.ts";
import { storeError } from "../submissions/store-error.server.ts";
import { figuresOf, lastWeeks, type FiguresResult } from "./figures.ts";
import { figuresQuery, type FiguresData } from "./figures-query.ts";

/** The sums go over everything of twelve weeks, so several looks within this time share one reading. Milliseconds. */
const KEPT = 30_000;

let kept: { until: number; result: Promise<FiguresResult> } | null = null;

async function read(now: Date): Promise<FiguresResult> {
  try {
    const since = lastWeeks(now)[0];
    const data = await adminClient.fetch<FiguresData>(figuresQuery, { since });
    return { status: "loaded", figures: figuresOf(data, now) };
  } catch (cause) {
    log.error({ err: storeError(cause) }, "admin: figures not loaded");
    kept = null;
    return { status: "failed" };
  }
}

/** The sums behind the charts. Never rejects. */
export function loadFigures(): Promise<FiguresResult> {
  const now = Date.now();
  if (!kept || kept.until < now) kept = { until: now + KEPT, result: read(new Date(now)) };
  return kept.result;
}
