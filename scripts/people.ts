import { accountId, createPasswords, createPeople, openSessionStore } from "../app/commands.server.ts";
import { emailAddress, isEmailAddress } from "../app/model/email-address.ts";
import { GIVEN_ROLES, isGivenRole, type GivenRole } from "../app/model/roles.ts";
import { parseEnv } from "../app/platform/env.server.ts";
import { loadSecret } from "../app/platform/secret.server.ts";
import { openTarget, storeOf } from "./content/target.ts";
import { adminEmailsOf } from "./first-admin.ts";
import { runCommand } from "./lib/command.ts";

const USAGE = `Usage: npm run people -- <command>

Who may sign in, as on /admin/people, in the content store that the environment configures.

  list                   lists everybody with a role; administrators are those on ADMIN_EMAILS, or the first admin
  invite <email> [role]  invites somebody, or again, and prints the link: it works once, for seven days
  revoke <email>         deletes an account and ends all its sessions

Roles: ${GIVEN_ROLES.join(", ")}; the first when none is given.`;

const REFUSED = {
  "is-admin": "This address is an administrator's: see ADMIN_EMAILS.",
  "has-role": "This person has a role already: see /admin/people.",
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

async function invite(people: People, email: string, role: GivenRole): Promise<void> {
  const { outcome, link } = await people.invite(email, role, null);
  if (link === null) throw new Error(REFUSED[outcome]);
  console.log(`Send this link to ${email}: it works once, for seven days.\n${link}`);
}

async function revoke(people: People, email: string): Promise<void> {
  if ((await people.revoke(accountId(email))) === null) throw new Error(`${email} has no role.`);
  console.log(`${email} has no access any more and is signed out everywhere.`);
}

await runCommand({
  usage: USAGE,
  async run(args) {
    const [command = "", typed = "", ...more] = args;
    const email = emailAddress(typed);
    const isList = command === "list" && email === "";
    const [role = GIVEN_ROLES[0]] = more;
    const isInvitation = command === "invite" && isGivenRole(role) && more.length <= 1;
    const isChange = (isInvitation || (command === "revoke" && more.length === 0)) && isEmailAddress(email);
    if (!(isList || isChange)) return "usage";
    const env = parseEnv(process.env);
    await using target = await openTarget(env);
    const sessions = openSessionStore(env);
    try {
      const people = createPeople({
        adminEmails: adminEmailsOf(env),
        publicUrl: env.publicUrl,
        secret: loadSecret(env),
        store: storeOf(target),
        passwords: createPasswords(),
        sessions,
        endSessions: (uid) => sessions.removeAllOf(uid),
      });
      if (command === "list") await list(people);
      else if (isInvitation) await invite(people, email, role);
      else await revoke(people, email);
    } finally {
      sessions.close?.();
    }
  },
});
