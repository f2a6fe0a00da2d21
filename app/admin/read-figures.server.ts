import type { SanityClient } from "@sanity/client";
import { storeError } from "../platform/store-error.server.ts";
import { figuresOf, lastWeeks, type FiguresResult } from "./figures.ts";
import { figuresQuery, type FiguresData } from "./figures-query.ts";

/** The sums go over everything of twelve weeks, so several looks within this time share one reading. */
const TTL_MS = 30_000;

interface FiguresDeps {
  adminClient: SanityClient;
  report: (error: unknown) => void;
}

/** The sums behind the charts. */
export function createFigures({ adminClient, report }: FiguresDeps) {
  let kept: { until: number; result: Promise<FiguresResult> } | null = null;

  async function read(now: Date): Promise<FiguresResult> {
    try {
      const since = lastWeeks(now)[0];
      const data = await adminClient.fetch<FiguresData>(figuresQuery, { since });
      return { status: "loaded", figures: figuresOf(data, now) };
    } catch (cause) {
      report(storeError(cause));
      kept = null;
      return { status: "failed" };
    }
  }

  return {
    /** Never rejects. */
    load(): Promise<FiguresResult> {
      const now = Date.now();
      if (!kept || kept.until < now) kept = { until: now + TTL_MS, result: read(new Date(now)) };
      return kept.result;
    },
  };
}
