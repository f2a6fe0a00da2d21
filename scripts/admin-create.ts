import {
  accountId,
  hashPassword,
  newSecondFactor,
  newTotpSecret,
  openSessionStore,
  saveAccount,
  totpUri,
  type SecondFactor,
} from "../app/commands.server.ts";
import { emailAddress, isEmailAddress } from "../app/model/email-address.ts";
import { parseEnv, type Env } from "../app/platform/env.server.ts";
import { loadSecret } from "../app/platform/secret.server.ts";
import { openTarget, storeOf } from "./content/target.ts";
import { askPasswordTwice } from "./lib/ask-password.ts";
import { runCommand } from "./lib/command.ts";

const USAGE = `Usage: npm run admin:create -- <email> [--totp | --no-totp]

Creates a password account, or sets its password, in the content store that the environment configures.
Asks for the password twice: at least 12 characters and not a common one. From a pipe, it reads two equal lines.

  --totp     turns on two-step sign-in with an authenticator app; prints its setup URL and recovery codes
  --no-totp  turns off two-step sign-in, for users who lost their app and recovery codes`;

/** Returns a new second factor and the instructions to set it up. */
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
    "Two-step sign-in is on. For the authenticator app:",
    `  ${totpUri(totpSecret, { issuer, email })}`,
    "Recovery codes, each valid once:",
    ...recoveryCodes.map((code) => `  ${code}`),
  ];
  return { secondFactor, instructions: lines.join("\n") };
}

await runCommand({
  usage: USAGE,
  flags: ["totp", "no-totp"],
  failure: "No account created",
  async run(args, flags) {
    const [typed = "", ...more] = args;
    const email = emailAddress(typed);
    if ((flags.totp && flags["no-totp"]) || more.length > 0 || !isEmailAddress(email)) return "usage";
    const env = parseEnv(process.env);
    const passwordHash = await hashPassword(await askPasswordTwice(email));
    await using target = await openTarget(env);
    const totp = flags.totp ? totpFor(env, email) : null;
    const { id, existed } = await saveAccount(storeOf(target), {
      email,
      passwordHash,
      ...(totp ? { secondFactor: totp.secondFactor } : flags["no-totp"] ? { secondFactor: null } : {}),
      now: new Date(),
    });
    await openSessionStore(env).removeAllOf(`password:${id}`);
    console.log(
      `${email} ${existed ? "has a new password and is signed out everywhere" : "can sign in"}: ${target.name}`,
    );
    if (totp) console.log(totp.instructions);
    if (flags["no-totp"]) console.log("Two-step sign-in is off.");
    if (!env.adminEmails.includes(email.toLowerCase())) {
      console.log(`To give this account access to /admin, add it to ADMIN_EMAILS and restart the site.`);
    }
  },
});
