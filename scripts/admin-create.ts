import { parseArgs } from "node:util";
import { accountId, saveAccount } from "../app/auth/accounts.server.ts";
import { openSessionStore } from "../app/auth/session-stores.server.ts";
import { hashPassword } from "../app/auth/passwords.server.ts";
import {
  newSecondFactor,
  newTotpSecret,
  totpUri,
  type SecondFactor,
} from "../app/auth/second-factor.server.ts";
import { parseEnv, type Env } from "../app/platform/env.server.ts";
import { loadSecret } from "../app/platform/secret.server.ts";
import { openTarget, storeOf } from "./content/target.ts";
import { askPasswordTwice } from "./lib/ask-password.ts";

const USAGE = `Usage: npm run admin:create -- <email> [--totp | --no-totp]

Makes a password account, or gives it a new password, in the content store that the environment configures.
Asks for the password twice; at least 12 characters, none of the commonest. From a pipe: two equal lines.

  --totp     signing in asks for a code of an authenticator app too; prints what the app needs, and recovery codes
  --no-totp  signing in asks for no code any more, for somebody who lost the app and the recovery codes`;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** A new second factor, and what its owner needs to use it. */
function totpFor(env: Env, email: string): { secondFactor: SecondFactor; instructions: string } {
  const totpSecret = newTotpSecret();
  const issuer = new URL(env.publicUrl).hostname;
  const { secondFactor, recoveryCodes } = newSecondFactor(totpSecret, {
    accountId: accountId(email),
    secret: loadSecret(env),
    step: 0,
    now: new Date(),
  });
  const lines = [
    "Signing in asks for a code. For the authenticator app:",
    `  ${totpUri(totpSecret, { issuer, email })}`,
    "Recovery codes, each good once:",
    ...recoveryCodes.map((code) => `  ${code}`),
  ];
  return { secondFactor, instructions: lines.join("\n") };
}

async function run(): Promise<void> {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: flag, totp: flag, "no-totp": flag },
  });
  const contradicting = values.totp && values["no-totp"];
  const [email = "", ...more] = positionals;
  if (values.help || contradicting || more.length > 0 || !EMAIL.test(email)) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const env = parseEnv(process.env);
  const passwordHash = await hashPassword(await askPasswordTwice(email));
  const target = await openTarget(env);
  try {
    const totp = values.totp ? totpFor(env, email) : null;
    const { id, existed } = await saveAccount(storeOf(target), {
      email,
      passwordHash,
      ...(totp ? { secondFactor: totp.secondFactor } : values["no-totp"] ? { secondFactor: null } : {}),
      now: new Date(),
    });
    await openSessionStore(env).removeAllOf(`password:${id}`);
    console.log(
      `${email} ${existed ? "has a new password and is signed out everywhere" : "can sign in"}: ${target.name}`,
    );
    if (totp) console.log(totp.instructions);
    if (values["no-totp"]) console.log("Signing in asks for no code.");
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
