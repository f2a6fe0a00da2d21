import { isGivenRole, type GivenRole, type Role } from "../model/roles.ts";
import { retryWrite, throwStoreError } from "../platform/content-store.server.ts";
import { AppError } from "../platform/errors.ts";
import { isSigned, keyedHash } from "../platform/secret.server.ts";
import {
  type Account,
  type Invitation,
  type StoredAccount,
  accountId,
  changeAccount,
  findAccount,
  findAccountById,
  normalEmail,
  passwordUid,
  roleOfAccount,
} from "./accounts.server.ts";
import type { AuthCore } from "./begin-session.server.ts";
import type { InviteOutcome, Person } from "./people.ts";
import type { SessionStore } from "./session-stores.server.ts";

const INVITATION_MS = 7 * 24 * 60 * 60_000;

/** More people than a site of this size has. */
const MAX_PEOPLE = 200;

/** Ids below `account.` are private, so nobody who edits content can add to them. */
const PEOPLE_QUERY = `*[_type == "account" && string::startsWith(_id, "account.")] | order(email asc) [0...$max]`;

type PeopleDeps = Pick<
  AuthCore,
  "adminEmails" | "publicUrl" | "secret" | "store" | "passwords" | "endSessions"
> & {
  sessions: Pick<SessionStore, "activityOf">;
};

type StoredInvitee = StoredAccount & { invitation: Invitation; role: GivenRole };

const TOKEN = /^(?<hash>[0-9a-f]{64})\.(?<signature>[\w-]{43})$/;

/** As `passwordUid` makes it. */
const UID = /^password:(?<account>account\.[0-9a-f]{64})$/;

/** Returns a signature that is invalid once the invitation is accepted, sent again or revoked. */
const signatureOf = (secret: string, { _id, invitation }: Pick<StoredInvitee, "_id" | "invitation">) =>
  keyedHash(secret, "invitation", `${_id}\0${invitation.sentAt}\0${invitation.expiresAt}`);

/** Lists, invites and removes the people who may sign in. Methods throw like the content store and the session store. */
export function createPeople(deps: PeopleDeps) {
  const { adminEmails, publicUrl, secret, store, passwords, sessions, endSessions } = deps;
  const isAdmin = (email: string) => adminEmails.includes(normalEmail(email));

  function invitationUrl(account: Pick<StoredInvitee, "_id" | "invitation">): string {
    const signature = signatureOf(secret, account).toString("base64url");
    return `${publicUrl}/login/invitation?token=${account._id.replace("account.", "")}.${signature}`;
  }

  async function personOf(email: string, account: Account | undefined, withLinks: boolean): Promise<Person> {
    const { sessions: count, lastSignInAt } = await sessions.activityOf(passwordUid(email), Date.now());
    const { invitation } = account ?? {};
    return {
      id: account?._id ?? null,
      email,
      role: isAdmin(email) ? "admin" : isGivenRole(account?.role) ? account.role : null,
      invitation:
        invitation && !isAdmin(email)
          ? {
              expiresAt: invitation.expiresAt,
              isExpired: Date.parse(invitation.expiresAt) <= Date.now(),
              link: withLinks ? invitationUrl({ _id: accountId(email), invitation }) : null,
            }
          : null,
      hasSecondFactor: account?.secondFactor !== undefined,
      lastSignInAt: lastSignInAt === null ? null : new Date(lastSignInAt).toISOString(),
      sessions: count,
    };
  }

  /** Stores a new invitation. Returns null when the account was changed since it was read. */
  async function saveInvitation(
    before: StoredAccount | null,
    email: string,
    { role, invitation }: { role: GivenRole; invitation: Invitation },
  ): Promise<string | null> {
    const _id = accountId(email);
    if (before) {
      const isSaved = await changeAccount(store.writeClient, before, { role, invitation });
      return isSaved ? _id : null;
    }
    const account: Account = { _id, _type: "account", email, name: null, role, invitation };
    const saved = await retryWrite((signal) => store.writeClient.createIfNotExists(account, { signal }));
    return saved.invitation?.sentAt === invitation.sentAt ? _id : null;
  }

  async function changeAccess(id: string, change: (account: StoredAccount) => Promise<unknown>) {
    const account = await findAccountById(store.readClient, id);
    if (!account?.role || isAdmin(account.email)) return null;
    // Before, so that nothing is changed when the session store fails; after, for sign-ins in between.
    await endSessions(passwordUid(account.email));
    await change(account);
    await endSessions(passwordUid(account.email));
    return account.email;
  }

  return {
    /**
     * Returns the present role of an author of the content store, by the id that the lake has of people who sign in, or null. Throws like
     * `findAccountById`.
     */
    async roleOf(author: string): Promise<Role | null> {
      if (adminEmails.some((email) => passwordUid(email) === author)) return "admin";
      const id = UID.exec(author)?.groups?.["account"];
      return id ? roleOfAccount(await findAccountById(store.readClient, id)) : null;
    },

    /** Returns the admins and then the accounts by email, at most 200; `withLinks` those of invitations, which a site without email hands over. */
    async list(withLinks = false): Promise<Person[]> {
      const found = await store.readClient
        .fetch<Account[]>(PEOPLE_QUERY, { max: MAX_PEOPLE }, { signal: AbortSignal.timeout(5_000) })
        .catch(throwStoreError);
      const accounts = new Map(found.map((account) => [account.email, account]));
      const emails = new Set([...adminEmails, ...accounts.keys()]);
      return Promise.all([...emails].map((email) => personOf(email, accounts.get(email), withLinks)));
    },

    /**
     * Invites somebody, or sends the invitation again with a new link: earlier ones stop working. `invitedBy` is the admin's
     * email, null on the command line.
     */
    async invite(
      typedEmail: string,
      role: GivenRole,
      invitedBy: string | null,
    ): Promise<
      | { outcome: "invited" | "renewed"; link: string }
      | { outcome: Exclude<InviteOutcome, "invited" | "renewed">; link: null }
    > {
      const email = normalEmail(typedEmail);
      if (isAdmin(email)) return { outcome: "is-admin", link: null };
      const before = await findAccount(store.readClient, email);
      if (roleOfAccount(before)) return { outcome: "has-role", link: null };
      const now = Date.now();
      const invitation: Invitation = {
        sentAt: new Date(now).toISOString(),
        expiresAt: new Date(now + INVITATION_MS).toISOString(),
        invitedBy,
      };
      const _id = await saveInvitation(before, email, { role, invitation });
      if (!_id) return { outcome: "conflict", link: null };
      return {
        outcome: before?.invitation ? "renewed" : "invited",
        link: invitationUrl({ _id, invitation }),
      };
    },

    /**
     * Gives an account, invited or not, another role and ends its sessions, which have the old one. Returns its email, or null
     * if there is none. Throws `conflict` when it was changed meanwhile.
     */
    changeRole: (id: string, role: GivenRole) =>
      changeAccess(id, async (account) => {
        if (!(await changeAccount(store.writeClient, account, { role })))
          throw new AppError("conflict", "The account was changed by another request.");
      }),

    /** Deletes an account with a role, invited or not, and ends all its sessions. Returns its email, or null if there is none. */
    revoke: (id: string) =>
      changeAccess(id, () => retryWrite((signal) => store.writeClient.delete(id, { signal }))),

    /** Returns the account that a link invites, or null when the link is invalid, expired or used. */
    async accountOfInvitation(token: string): Promise<StoredInvitee | null> {
      const { hash, signature = "" } = TOKEN.exec(token)?.groups ?? {};
      if (!hash) return null;
      const account = await findAccountById(store.readClient, `account.${hash}`);
      const { invitation, role } = account ?? {};
      if (!account || !invitation || Date.parse(invitation.expiresAt) <= Date.now()) return null;
      if (!isGivenRole(role)) return null;
      const invitee: StoredInvitee = { ...account, invitation, role };
      return isSigned(signature, signatureOf(secret, invitee)) ? invitee : null;
    },

    /**
     * Sets the password of an invited account, which accepts the invitation. Returns the account as it is then. Throws `conflict`
     * when it was used meanwhile.
     */
    async accept(account: StoredInvitee, password: string): Promise<StoredAccount> {
      const passwordHash = await passwords.hash(password, { key: account._id, isKnown: true });
      const passwordSetAt = new Date().toISOString();
      const changes = { passwordHash, passwordSetAt, invitation: null };
      if (!(await changeAccount(store.writeClient, account, changes)))
        throw new AppError("conflict", "The invitation was used by another request.");
      return { ...account, passwordSetAt };
    },
  };
}

export type People = ReturnType<typeof createPeople>;
