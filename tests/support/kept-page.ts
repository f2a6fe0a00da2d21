import { expect, vi } from "vitest";
import type { RunningSite } from "./site.ts";
import { WAIT } from "./timeouts.ts";

let count = 0;

/** Returns words of their own for every test to look for. */
export const newWords = () => `Words that nobody wrote before ${(count += 1)}`;

/** Returns a page of a site as it is answered now. */
export async function page(site: Pick<RunningSite, "origin">, path: string) {
  const response = await fetch(site.origin + path);
  return { status: response.status, etag: response.headers.get("etag"), html: await response.text() };
}

/** The page once it comes from memory: after a start pages are made one after another. */
export function keptPage(site: Pick<RunningSite, "origin">, path: string) {
  return vi.waitFor(async () => {
    const kept = await page(site, path);
    expect(kept.etag).not.toBeNull();
    return kept;
  }, WAIT);
}
