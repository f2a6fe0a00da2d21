import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { parseEnv } from "../app/platform/env.server.ts";
import { keepsContent } from "./backup/take-backup.ts";
import { openTarget } from "./content/target.ts";
import { erasePerson, findPerson, isAnythingLeft, type Findings } from "./person/erase-person.ts";
import { summaryOf } from "./person/fate.ts";

const USAGE = `Usage: npm run person:erase -- <email> [--yes]

Shows what the site knows of an address, asks, and erases it: messages, questionnaires with their files, orders, subscriptions
to the newsletter, mails, and the history of all of these. Paid orders and orders by invoice stay as business records without
the address. The site may run meanwhile. What it does not reach is said at the end.`;

const EMAIL = /^[^\s@"\\]+@[^\s@"\\]+\.[^\s@"\\]{2,}$/;

/** What is submitted while the search runs is found in the next one. */
const ROUNDS = 3;

function tell({ documents, past, jobs, mails, uploads, mentions }: Findings): void {
  const lines = [
    ...summaryOf(documents),
    ...(past.length > 0 ? [`${past.length} × history of documents that are gone or changed: delete`] : []),
    ...(uploads.length > 0 ? [`${uploads.length} × uploaded file: delete`] : []),
    ...(jobs.length > 0 ? [`${jobs.length} × waiting or remembered submission or mail: delete`] : []),
    ...(mails.length > 0 ? [`${mails.length} × mail in the outbox folder: delete`] : []),
    ...mentions.map((id) => `mentioned in ${id}: stays, look at it yourself`),
  ];
  console.log(lines.map((line) => `  ${line}`).join("\n"));
}

async function isSure(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error("Nobody to ask; say --yes to erase without a question.");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await lines.question('Erase it for good? Type "erase": ')).trim() === "erase";
  } finally {
    lines.close();
  }
}

async function run(): Promise<void> {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { yes: flag, help: flag } });
  const email = (positionals[0] ?? "").trim().toLowerCase();
  if (values.help || positionals.length !== 1 || !EMAIL.test(email)) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const env = parseEnv(process.env);
  const target = await openTarget(env);
  try {
    let found = await findPerson(env, target, email);
    tell(found);
    if (!isAnythingLeft(found)) return console.log("Nothing to erase.");
    if (!values.yes && !(await isSure())) return console.log("Nothing was erased.");
    for (let round = 1; round <= ROUNDS && isAnythingLeft(found); round++) {
      await erasePerson(env, target, found);
      found = await findPerson(env, target, email);
    }
    if (isAnythingLeft(found)) throw new Error("More came in meanwhile; run it again.");
  } finally {
    await target.close();
  }
  console.log(
    "Erased. Not reached: backups, mails that were sent, customers at Stripe, and an account to sign in with.",
  );
  if (!keepsContent(env)) console.log("Sanity keeps the history of documents as long as its plan says.");
}

// What it writes is for nobody else on this machine.
process.umask(0o077);
await run().catch((error: unknown) => {
  console.error(`Not erased: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
