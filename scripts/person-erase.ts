import { createInterface } from "node:readline/promises";
import { emailAddress } from "../app/model/email-address.ts";
import { parseEnv } from "../app/platform/env.server.ts";
import { keepsContent } from "./backup/take-backup.ts";
import { openTarget } from "./content/target.ts";
import { runCommand } from "./lib/command.ts";
import { erasePerson, findPerson, idsWith, isAnythingLeft, type Findings } from "./person/erase-person.ts";
import { summaryOf } from "./person/fate.ts";
import { mentionedIn } from "./person/store-search.ts";

const USAGE = `Usage: npm run person:erase -- <email> [--yes]

Lists all data of an email address, asks for confirmation, and erases it: messages, questionnaires with their files, orders,
newsletter subscriptions, emails, sign-ins, and the history of all of these. Paid and invoiced orders are retained as business records
without the address. The site may keep running. At the end it lists what it cannot erase.`;

/** Wider than what forms take now: addresses of older versions are erased, too. */
const EMAIL = /^[^\s@"\\]+@[^\s@"\\]+\.[^\s@"\\]{2,}$/;

/** Rounds of searching and erasing, for submissions that arrive meanwhile. */
const MAX_ROUNDS = 3;

function printFindings({ documents, past, jobs, emails, uploads, signIns, mentions }: Findings): void {
  const lines = [
    ...summaryOf(documents),
    ...(past.length > 0 ? [`${past.length} × history of deleted or changed documents: delete`] : []),
    ...(uploads.length > 0 ? [`${uploads.length} × uploaded file: delete`] : []),
    ...(jobs.length > 0 ? [`${jobs.length} × pending or completed submission or email: delete`] : []),
    ...(emails.length > 0 ? [`${emails.length} × email in the outbox folder: delete`] : []),
    ...(signIns > 0 ? [`${signIns} × session or known browser: ended`] : []),
    ...mentions.map(mentionLine),
  ];
  console.log(lines.map((line) => `  ${line}`).join("\n"));
}

const mentionLine = (id: string): string => `mentioned in ${id}: not erased, please check it`;

async function isSure(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error("Cannot ask for confirmation without a terminal. Use --yes to skip it.");
  using lines = createInterface({ input: process.stdin, output: process.stdout });
  return (await lines.question('Erase permanently? Type "erase": ')).trim() === "erase";
}

await runCommand({
  usage: USAGE,
  flags: ["yes"],
  failure: "Not erased",
  async run(args, flags) {
    const email = emailAddress(args[0] ?? "").toLowerCase();
    if (args.length !== 1 || !EMAIL.test(email)) return "usage";
    const env = parseEnv(process.env);
    await using target = await openTarget(env);
    let found = await findPerson(env, target, email);
    printFindings(found);
    if (!isAnythingLeft(found)) return console.log("Nothing to erase.");
    if (!flags.yes && !(await isSure())) return console.log("Nothing was erased.");
    const retained = new Set<string>();
    for (let round = 1; round <= MAX_ROUNDS && isAnythingLeft(found); round++) {
      for (const id of idsWith(found.documents, "reduce")) retained.add(id);
      await erasePerson(env, target, found);
      found = await findPerson(env, target, email);
    }
    if (isAnythingLeft(found)) throw new Error("New data arrived in the meantime. Run the command again.");
    for (const id of await mentionedIn(target.client, [...retained], email))
      console.log(`  ${mentionLine(id)}`);
    console.log(
      "Erased. Not included: backups, emails already sent, customers at Stripe, and an account for signing in.",
    );
    if (!keepsContent(env))
      console.log("Sanity keeps the history of documents for the time that its plan specifies.");
  },
});
