import type { RunningSite } from "../../tests/support/site.ts";
import { lakeClient, lakeTokens } from "../../tests/support/site.ts";

/** Measures the time from sending an editor's change until the page shows it, in ms, this many times. */
export async function publishDelays(site: RunningSite, count: number): Promise<number[]> {
  const editor = lakeClient(site, lakeTokens(site.dataDir).write);
  const delays: number[] = [];
  for (let n = 1; n <= count; n++) {
    const headline = `Published for the ${n}. time`;
    const started = performance.now();
    await editor.patch("homePage").set({ headline }).commit();
    let html = "";
    while (!html.includes(headline)) html = await (await fetch(`${site.origin}/`)).text();
    delays.push(performance.now() - started);
  }
  return delays;
}
