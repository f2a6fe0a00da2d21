/**
 * What the work of an admin costs everybody else on a store of 10,000 contracts, 10,000 questionnaires, 20,000 messages and 30,000
 * subscribers: how long one export, search, page of figures, backup or erasure blocks `/healthz`, how long it takes by
 * itself, and how much memory the process has afterwards.
 *
 *   node bench/filled-store.ts [--json] [--rounds 3]      needs a built site (npm start builds one)
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { judged, report, type Row } from "bench-kit/row";
import { openAbusedSite, type AbusedSite } from "../tests/abuse/abused-site.ts";
import { ADMIN_EMAILS, runOnSite, sessionCookie } from "../tests/support/admins.ts";
import {
  sampleContract,
  sampleMessage,
  sampleQuestionnaire,
  sampleSubscriber,
  storeSamples,
} from "../tests/support/sample-submissions.ts";
import { lakeClient, lakeTokens } from "../tests/support/site.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, rounds: { type: "string", default: "3" } },
});

/** Longest that anybody waits for the work of somebody else, in ms. */
const MOST_MS = 50;
/** More than a process with these documents in memory and one spreadsheet at a time needs, in MB. */
const MOST_MB = 900;

const COUNTS = { contracts: 10_000, questionnaires: 10_000, messages: 20_000, subscribers: 30_000 };

/** As `sampleContract`, with an invoice that is paid in part, a payment and a refund. */
function billedContract(n: number) {
  const contract = sampleContract(n);
  const at = contract.submittedAt;
  const number = `INV-2026-${String(n).padStart(5, "0")}`;
  return {
    ...contract,
    invoices: [
      {
        _key: "a",
        number,
        kind: "invoice",
        status: "open",
        totalCents: 123_456,
        receivedCents: 1_000,
        dueOn: "2027-01-01",
      },
    ],
    history: [
      ...(contract.history ?? []),
      { _key: "b", kind: "received", at, amountCents: 1_000, invoice: number },
      { _key: "c", kind: "refunded", at, amountCents: 100 },
    ],
  };
}

async function fill({ site }: AbusedSite): Promise<void> {
  const lake = lakeClient(site, lakeTokens(site.dataDir).write);
  await storeSamples(lake, sampleQuestionnaire, COUNTS.questionnaires);
  await storeSamples(lake, billedContract, COUNTS.contracts);
  await storeSamples(lake, sampleMessage, COUNTS.messages);
  await storeSamples(lake, sampleSubscriber, COUNTS.subscribers);
}

const FILES = [
  "contracts",
  "client_questionnaires",
  "contact_submissions",
  "newsletter_subscribers",
  "payments",
];
const SEARCHES = ["contracts", "questionnaires", "messages", "subscribers"];

const abused = await openAbusedSite({ ADMIN_EMAILS });
await fill(abused);
const { site } = abused;
const cookie = await sessionCookie(site.dataDir);
const ask = (path: string) => async () => {
  const answer = await abused.send({ path, headers: { cookie }, timeoutMs: 300_000 });
  if (answer?.status !== 200) throw new Error(`${path} was answered with ${answer?.status}.`);
  return answer;
};
const command = (name: string, args: readonly string[]) => async () => {
  const { code, output } = await runOnSite(site, name, args);
  if (code !== 0) throw new Error(`${name} failed:\n${output}`);
  return undefined;
};

/** A backup and an erasure are done once. */
const ONCE = /^an? (?:backup|erasure)$/;
const backup = join(mkdtempSync(join(tmpdir(), "filled-store-")), "backup");

type Work = readonly [name: string, work: () => ReturnType<AbusedSite["send"]>];

const WORK: readonly Work[] = [
  ["the dashboard", ask("/admin")],
  ...FILES.flatMap((name) =>
    ["csv", "xlsx"].map((format) => [`${name}.${format}`, ask(`/admin/export/${name}.${format}`)] as const),
  ),
  ...SEARCHES.map(
    (kind) => [`a search of ${kind}`, ask(`/admin/tables/${kind}?${kind}-search=lovelace+12`)] as const,
  ),
  ["contracts by name", ask("/admin/tables/contracts?contracts-sort=name")],
  ["figures", ask("/admin/figures")],
  ["a backup", command("backup", [backup])],
  ["an erasure", command("person-erase", ["ada.7@example.com", "--yes"])],
];

const rows: Row[] = [];
const idle = await abused.occupied(async () => undefined);
for (const [name, work] of WORK) {
  let occupied = 0;
  let tookMs = Infinity;
  const rounds = ONCE.test(name) ? 1 : Number(values.rounds);
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    let failed: unknown;
    const attack = async () => {
      const answer = await work().catch((error: unknown) => {
        failed = error;
        return undefined;
      });
      tookMs = Math.min(tookMs, performance.now() - started);
      return answer;
    };
    occupied = Math.max(occupied, await abused.occupied(attack));
    if (failed) throw failed;
  }
  rows.push(
    judged({
      name: `filled store: others wait for ${name}`,
      figure: occupied,
      unit: "ms",
      reference: { name: "for none", figure: idle },
      bound: { most: MOST_MS },
    }),
    judged({ name: `filled store: ${name} takes`, figure: tookMs, unit: "ms" }),
  );
}
rows.push(
  judged({
    name: "filled store: memory after all of it",
    figure: abused.memoryMb(),
    unit: "MB",
    bound: { most: MOST_MB },
  }),
);
await abused.stop();
rmSync(dirname(backup), { recursive: true });
report("filled-store", rows, values.json);
