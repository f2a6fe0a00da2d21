/**
 * A mixed load (messages, newsletter, questionnaires with files, orders by invoice and card, repeated and unordered Stripe webhooks,
 * admins who change statuses, editors who publish) while `kill -9` hits the site and the content lake at random, the mail server
 * goes down, and connections to the store and to Stripe fail. Counts every acknowledged submission at the end: stored once, lost,
 * doubled, charged.
 *
 *   node bench/chaos.ts [--cluster] [--minutes 10] [--seed n] [--visitors 8] [--json]     needs a built site (npm start builds one)
 *
 * `--cluster`: three processes behind Caddy, one with the lake, Redis and S3, which fail too. First a fourth process joins and all are
 * restarted one after another under load, when no request may fail.
 *
 * Figures go to bench/results/chaos.json, the output of all processes to chaos.log. Exits with 1 when anything is lost, doubled or charged twice.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startClusterScene, type ClusterScene } from "../tests/chaos/cluster-scene.ts";
import { runChaos } from "../tests/chaos/run.ts";
import { startScene } from "../tests/chaos/scene.ts";
import { restartUnderLoad } from "../tests/chaos/traffic.ts";

const { values } = parseArgs({
  options: {
    cluster: { type: "boolean", default: false },
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    visitors: { type: "string", default: "8" },
    json: { type: "boolean", default: false },
  },
});
const say = values.json ? () => {} : (line: string) => console.log(line);

const cluster: ClusterScene | null = values.cluster ? await startClusterScene() : null;
const scene = cluster ?? (await startScene());
const restarts = cluster ? await restartUnderLoad(cluster) : null;
if (restarts)
  say(
    `Joined and restarted: ${restarts.requests} requests, ${restarts.failed.length} failed, ${restarts.lost} lost`,
  );
const figures = await runChaos(scene, {
  seed: Number(values.seed),
  seconds: Number(values.minutes) * 60,
  leastAcknowledged: 1,
  visitors: Number(values.visitors),
  awaitMails: true,
  say,
});
await scene.close();

const results = new URL("results/", import.meta.url);
mkdirSync(results, { recursive: true });
const log = [...scene.sites, scene.lake].map((program) => program.output()).join("");
writeFileSync(new URL("chaos.log", results), log);
writeFileSync(new URL("chaos.json", results), `${JSON.stringify({ restarts, ...figures }, null, 2)}\n`);

const { submissions, orders, mails, faults } = figures;
const wrong = [...figures.wrong, ...(restarts?.failed ?? [])];
if (values.json) console.log(JSON.stringify({ restarts, ...figures }));
else
  console.table({
    seed: figures.seed,
    seconds: figures.seconds,
    requests: figures.requests,
    ...(restarts
      ? {
          "requests during the rolling restart": restarts.requests,
          "of those failed": restarts.failed.length,
          "lost during the rolling restart": restarts.lost,
        }
      : {}),
    ...faults,
    submissions: submissions.sent,
    acknowledged: submissions.acknowledged,
    found: submissions.found,
    duplicates: submissions.duplicates,
    lost: submissions.lost,
    charges: orders.charges,
    "charged twice": orders.chargedTwice,
    "charged without an order": orders.chargedWithoutOrder,
    mails: mails.received,
    "mails missing": mails.missing,
    "mails doubled": mails.doubled,
    "mails repeated (decision 7)": mails.repeated,
    "status changes": figures.statusChanges,
    publications: figures.publications,
  });
for (const fault of wrong) console.error(fault);
process.exitCode = wrong.length > 0 || (restarts?.lost ?? 0) > 0 ? 1 : 0;
