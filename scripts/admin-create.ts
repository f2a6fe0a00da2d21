import { parseArgs } from "node:util";
import { saveAccount } from "../app/auth/account.server.ts";
import { openSessionStore } from "../app/auth/open-session-store.server.ts";
import { hashPassword } from "../app/auth/password-hash.server.ts";
import { parseEnv } from "../app/platform/env.server.ts";
import { openTarget, storeOf } from "./content/target.ts";
import { askPasswordTwice } from "./lib/ask-password.ts";

const USAGE = `Usage: npm run admin:create -- <email>

Makes a password account, or gives it a new password, in the content store that the environment configures.
Asks for the password twice; at least 12 characters. From a pipe: two equal lines.`;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

async function run(): Promise<void> {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: flag } });
  const [email = "", ...more] = positionals;
  if (values.help || more.length > 0 || !EMAIL.test(email)) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const env = parseEnv(process.env);
  const passwordHash = await hashPassword(await askPasswordTwice(email));
  const target = await openTarget(env);
  try {
    const { id, existed } = await saveAccount(storeOf(target), { email, passwordHash, now: new Date() });
    await openSessionStore(env).removeAllOf(`password:${id}`);
    console.log(
      `${email} ${existed ? "has a new password and is signed out everywhere" : "can sign in"}: ${target.name}`,
    );
  } finally {
    await target.close();
  }
  if (!env.adminEmails.includes(email.toLowerCase())) {
    console.log(`To let this address into /admin, name it in ADMIN_EMAILS and start the site again.`);
  }
}

// What it writes is for nobody else on this machine.
process.umask(0o077);
await run().catch((error: unknown) => {
  console.error(`No account made: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
