import { expect, test, type Page } from "../support/e2e.ts";

/** What the first visit of the home page may cost, in compressed bytes. Names of files, and with them the bytes, change with each build. */
const BUDGETS = { Document: 20_000, Script: 96_500, Stylesheet: 15_000, Font: 45_000, all: 300_000 };

/** Counts what a page receives, by the browser's own names of types. Headers count with the page itself only. */
async function countBytes(page: Page): Promise<() => Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  const types = new Map<string, string>();
  const received: Record<string, number> = {};
  const count = (requestId: string, bytes: number) => {
    for (const type of [types.get(requestId) ?? "Other", "all"])
      received[type] = (received[type] ?? 0) + bytes;
  };
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) =>
    count(requestId, encodedDataLength),
  );
  // Of a navigation the browser tells only the sum.
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (types.get(requestId) === "Document") count(requestId, encodedDataLength);
  });
  await session.send("Network.enable");
  return () => received;
}

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });

test("the first visit of the home page stays within its bytes, on a phone with a sharp display", async ({
  page,
}) => {
  const received = await countBytes(page);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  const bytes = received();
  for (const [type, budget] of Object.entries(BUDGETS)) {
    expect.soft(bytes[type], type).toBeGreaterThan(0);
    expect.soft(bytes[type], type).toBeLessThanOrEqual(budget);
  }
});
