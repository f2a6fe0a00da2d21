/**
 * What the dearest anonymous request of each class (tests/abuse/cases.ts) costs everybody else: how long one of them keeps
 * the process from answering `/healthz`, how long a visitor waits for `/search` and `/login` beside fifty at once, and the memory
 * that stays.
 *
 *   node bench/abuse.ts [--json] [--rounds 5]      needs a built site (npm start builds one)
 */
import { parseArgs } from "node:util";
import { openAbusedSite, p99 } from "../tests/abuse/abused-site.ts";
import { ABUSE_CASES, targetOf } from "../tests/abuse/cases.ts";
import { judged, report, type Row } from "./lib/row.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, rounds: { type: "string", default: "5" } },
});

const rows: Row[] = [];
for (const { name, attack } of ABUSE_CASES) {
  // Each on a site of its own: what one leaves behind is not the next one's.
  const abused = await openAbusedSite();
  const target = await targetOf(abused);
  await abused.flood({ path: "/search?q=care" });
  const idle = await abused.occupied(async () => undefined);
  let occupied = 0;
  for (let round = 0; round < Number(values.rounds); round++)
    occupied = Math.max(occupied, await abused.occupied(attack(target)));
  rows.push(
    judged({
      name: `abuse: others wait for one, ${name}`,
      figure: occupied,
      unit: "ms",
      reference: { name: "for none", figure: idle },
      bound: { most: 250 },
    }),
  );
  const { waits, memory } = await abused.flood(attack(target));
  for (const [page, times] of Object.entries(waits))
    rows.push(
      judged({
        name: `abuse: p99 of /${page} beside 50, ${name}`,
        figure: p99(times),
        unit: "ms",
        bound: { most: 2_000 },
      }),
    );
  rows.push(
    judged({
      name: `abuse: memory that stays after 50, ${name}`,
      figure: memory.after - memory.before,
      unit: "MB",
      reference: { name: "before", figure: memory.before },
      bound: { most: 100 },
    }),
  );
  await abused.stop();
}
report("abuse", rows, values.json);
