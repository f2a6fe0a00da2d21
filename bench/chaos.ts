/**
 * A mixed load (messages, newsletter, questionnaires with files, orders by invoice and card, repeated and unordered Stripe webhooks,
 * admins who change statuses, editors who publish) while `kill -9` hits the site and the content lake at random, the mail server
 * goes down, and connections to the store and to Stripe fail. Counts every acknowledged submission at the end: stored once, lost,
 * doubled, charged.
 *
 *   node bench/chaos.ts [--seconds 600] [--seed n] [--visitors 8] [--json]     needs a built site (npm start builds one)
 *
 * Figures go to bench/results/chaos.json, the output of site and lake to chaos.log. Exits with 1 when anything is lost, doubled or charged twice.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runChaos } from "../tests/support/chaos/run.ts";
import { startScene } from "../tests/support/chaos/scene.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    visitors: { type: "string", default: "8" },
    json: { type: "boolean", default: false },
  },
});
const say = values.json ? () => {} : (line: string) => console.log(line);

const scene = await startScene();
const figures = await runChaos(scene, {
  seed: Number(values.seed),
  seconds: Number(values.seconds),
  visitors: Number(values.visitors),
  awaitMails: true,
  say,
});
await scene.close();

const results = new URL("results/", import.meta.url);
mkdirSync(results, { recursive: true });
writeFileSync(
  new URL("chaos.log", results),
  [...scene.sites, scene.lake].map((program) => program.output()).join(""),
);
writeFileSync(new URL("chaos.json", results), `${JSON.stringify(figures, null, 2)}\n`);

const { kills, submissions, orders, mails, wrong } = figures;
if (values.json) console.log(JSON.stringify(figures));
else
  console.table({
    seed: figures.seed,
    seconds: figures.seconds,
    requests: figures.requests,
    "kills of the site": kills.site,
    "kills of the lake": kills.lake,
    "mail server away": kills.mail,
    submissions: submissions.sent,
    acknowledged: submissions.acknowledged,
    found: submissions.found,
    duplicates: submissions.duplicates,
    lost: submissions.lost,
    charges: orders.charges,
    "charged twice": orders.chargedTwice,
    "charged without an order": orders.chargedWithoutOrder,
    mails: mails.received,
    "mails repeated (decision 7)": mails.repeated,
    "status changes": figures.statusChanges,
    publications: figures.publications,
  });
for (const fault of wrong) console.error(fault);
process.exitCode = wrong.length > 0 ? 1 : 0;
