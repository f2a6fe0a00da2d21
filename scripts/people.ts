import { parseArgs } from "node:util";
import { accountId, createPasswords, createPeople, openSessionStore } from "../app/commands.server.ts";
import { parseEnv } from "../app/platform/env.server.ts";
import { loadSecret } from "../app/platform/secret.server.ts";
import { openTarget, storeOf } from "./content/target.ts";

const USAGE = `Usage: npm run people -- <command>

Who may sign in, as on /admin/people, in the content store that the environment configures.

  list            lists administrators (ADMIN_EMAILS) and editors
  invite <email>  invites an editor, or again, and prints the link: it works once, for seven days
  revoke <email>  deletes an editor's account and ends all its sessions`;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

const REFUSED = {
  "is-admin": "This address is an administrator's: see ADMIN_EMAILS.",
  "is-editor": "This person is an editor already.",
  conflict: "The account was changed by someone else. Please try again.",
};

type People = ReturnType<typeof createPeople>;

async function list(people: People): Promise<void> {
  for (const { email, role, invitation, lastSignInAt, hasSecondFactor, sessions } of await people.list()) {
    const state = invitation
      ? `invited until ${invitation.expiresAt}${invitation.isExpired ? " (expired)" : ""}`
      : `last sign-in ${lastSignInAt ?? "never"}, sessions ${sessions}, two-step sign-in ${hasSecondFactor ? "on" : "off"}`;
    console.log(`${email}  ${role ?? "no role"}  ${state}`);
  }
}

async function invite(people: People, email: string): Promise<void> {
  const { outcome, link } = await people.invite(email, null);
  if (outcome !== "invited") throw new Error(REFUSED[outcome]);
  console.log(`Send this link to ${email}: it works once, for seven days.\n${link}`);
}

async function revoke(people: People, email: string): Promise<void> {
  if ((await people.revoke(accountId(email))) === null) throw new Error(`${email} is no editor.`);
  console.log(`${email} has no access any more and is signed out everywhere.`);
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", default: false } },
  });
  const [command = "", email = "", ...more] = positionals;
  const isList = command === "list" && email === "";
  const isChange = (command === "invite" || command === "revoke") && EMAIL.test(email) && more.length === 0;
  if (values.help || !(isList || isChange)) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const env = parseEnv(process.env);
  const sessions = openSessionStore(env);
  const target = await openTarget(env);
  try {
    const people = createPeople({
      adminEmails: env.adminEmails,
      publicUrl: env.publicUrl,
      secret: loadSecret(env),
      store: storeOf(target),
      passwords: createPasswords(),
      sessions,
      endSessions: (uid) => sessions.removeAllOf(uid),
    });
    if (command === "list") await list(people);
    else await (command === "invite" ? invite : revoke)(people, email);
  } finally {
    sessions.close?.();
    await target.close();
  }
}

// Only the owner may read the files that it writes.
process.umask(0o077);
await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
