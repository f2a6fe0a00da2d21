/**
 * What the most expensive anonymous request of each class (tests/abuse/cases.ts) costs other visitors: how long one blocks
 * `/healthz`, how long a page from memory, an asset and two rendered pages take beside fifty at once or a thousand open
 * connections, and how much memory stays in use.
 *
 *   node bench/abuse.ts [--json] [--rounds 5]      needs a built site (npm start builds one)
 */
import { parseArgs } from "node:util";
import { judged, report, type Row } from "bench-kit/row";
import { openAbusedSite, p99, VISITS, type AbusedSite, type Visit } from "../tests/abuse/abused-site.ts";
import { targetOf } from "../tests/abuse/attacks.ts";
import { ABUSE_CASES, LAKE_CASES, type AbuseCase } from "../tests/abuse/cases.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, rounds: { type: "string", default: "5" } },
});

const rows: Row[] = [];

async function measure(abused: AbusedSite, cases: readonly AbuseCase[], how: string): Promise<void> {
  const target = await targetOf(abused);
  await abused.flood({ path: "/search?q=care" });
  for (const { name, attack, count } of cases) {
    const idle = await abused.occupied(async () => undefined);
    let occupied = 0;
    for (let round = 0; round < Number(values.rounds); round++)
      occupied = Math.max(occupied, await abused.occupied(attack(target)));
    rows.push(
      judged({
        name: `abuse: others wait for one, ${name}${how}`,
        figure: occupied,
        unit: "ms",
        reference: { name: "for none", figure: idle },
        bound: { most: 250 },
      }),
    );
    const { waits, memory } = await abused.flood(attack(target), count);
    for (const [visit, { mostMs }] of Object.entries(VISITS))
      rows.push(
        judged({
          name: `abuse: p99 of ${visit} beside ${count}, ${name}${how}`,
          figure: p99(waits[visit as Visit]),
          unit: "ms",
          bound: { most: mostMs },
        }),
      );
    rows.push(
      judged({
        name: `abuse: memory that stays after ${count}, ${name}${how}`,
        figure: memory.after - memory.before,
        unit: "MB",
        reference: { name: "before", figure: memory.before },
        bound: { most: 100 },
      }),
    );
  }
  await abused.stop();
}

await measure(await openAbusedSite(), ABUSE_CASES, "");
await measure(await openAbusedSite({ LAKE_PUBLIC_READ: "true" }), LAKE_CASES, ", reading open");

/** Summary rows with the worst figure of each kind, before the classes. */
const KINDS = ["others wait", ...Object.keys(VISITS).map((visit) => `p99 of ${visit}`), "memory that stays"];
const worst = KINDS.flatMap((kind) => {
  const [row] = rows
    .filter(({ name }) => name.startsWith(`abuse: ${kind}`))
    .toSorted((a, b) => b.figure - a.figure);
  return row ? [{ ...row, name: row.name.replace("abuse:", "abuse, worst:") }] : [];
});
report("abuse", [...worst, ...rows], values.json);
