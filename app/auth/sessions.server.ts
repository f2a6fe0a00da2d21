import { createHash, randomBytes } from "node:crypto";
import { createSessionStorage, type SessionStorage } from "@remix-run/node";
import { isGivenRole, type GivenRole, type Role } from "../model/roles.ts";
import type { Env } from "../platform/env.server.ts";
import { AppError } from "../platform/errors.ts";
import { keyedHash } from "../platform/secret.server.ts";
import { passwordUid } from "./accounts.server.ts";
import { type SessionStore, openSessionStore } from "./session-stores.server.ts";
import type { CurrentUser, SessionState } from "./session.ts";

const MINUTE = 60_000;

/** How long sessions last unused and at most, in ms. */
export interface Lifetime {
  idle: number;
  absolute: number;
}

/** A signed-in user: two hours unused, twelve hours at most. */
export const SIGNED_IN: Lifetime = { idle: 120 * MINUTE, absolute: 12 * 60 * MINUTE };

/** A Google sign-in, until the return. */
export const HANDSHAKE: Lifetime = { idle: 10 * MINUTE, absolute: 10 * MINUTE };

/** A browser that signed in before is remembered for 180 days after its last sign-in. */
export const KNOWN_BROWSER: Lifetime = {
  idle: 180 * 24 * 60 * MINUTE,
  absolute: 180 * 24 * 60 * MINUTE,
};

/** Between the password and the code of the second factor. */
export const SECOND_STEP: Lifetime = { idle: 10 * MINUTE, absolute: 10 * MINUTE };

/** A used session is extended at most this often. */
const EXTEND_AFTER = MINUTE;

interface SessionOptions {
  /** Name of the cookie, without its prefix. */
  name: string;
  lifetime: Lifetime;
  store: SessionStore;
  /** Signs the cookie. */
  secret: string;
  /** The public URL is https, so the cookie is `Secure`. */
  https: boolean;
  /** Reading a session does not extend it. */
  passive?: boolean;
  now?: () => number;
}

/** `__Host-` makes browsers refuse the cookie from a subdomain, with another path or without TLS. */
const cookieName = (name: string, https: boolean) => (https ? `__Host-${name}` : name);

const keyOf = (name: string, id: string) => createHash("sha256").update(`${name}\0${id}`).digest("hex");

/**
 * Creates a Remix session storage over our store. The cookie holds a random id and its signature; the data stays on the server.
 * Committing a session that was not read from a cookie creates a new id, which is how ids change on sign-in.
 */
export function createSessions<Data extends object>(options: SessionOptions): SessionStorage<Data> {
  const { name, lifetime, store, secret, https, passive = false, now = Date.now } = options;
  return createSessionStorage<Data>({
    cookie: {
      name: cookieName(name, https),
      httpOnly: true,
      secure: https,
      sameSite: "lax",
      path: "/",
      maxAge: lifetime.absolute / 1000,
      secrets: [secret],
    },
    async createData(data) {
      const id = randomBytes(32).toString("base64url");
      const time = now();
      const session = {
        uid: ownerIn(data),
        data: { ...data },
        endsAt: time + lifetime.absolute,
        expiresAt: time + lifetime.idle,
      };
      await store.write(keyOf(name, id), session, time);
      return id;
    },
    async readData(id) {
      const time = now();
      const session = await store.read(keyOf(name, id), time);
      if (!session || session.endsAt <= time) return null;
      const expiresAt = Math.min(time + lifetime.idle, session.endsAt);
      const due = !passive && expiresAt - session.expiresAt > EXTEND_AFTER;
      if (due) await store.extend(keyOf(name, id), expiresAt);
      return session.data as Data;
    },
    async updateData(id, data) {
      const time = now();
      const session = await store.read(keyOf(name, id), time);
      if (session) await store.write(keyOf(name, id), { ...session, data: { ...data } }, time);
    },
    deleteData: (id) => store.remove(keyOf(name, id)),
  });
}

/**
 * Returns whose session it is. A user's sessions belong to the email address, however they signed in, so that all of them can be
 * ended at once.
 */
function ownerIn(data: object): string | null {
  const { user, uid } = data as { user?: { email: string }; uid?: string };
  return user ? passwordUid(user.email) : (uid ?? null);
}

export interface UserSession {
  user: CurrentUser;
  /** Revoking the role ends the session. Admins are compared with ADMIN_EMAILS on every request instead. */
  role: GivenRole | null;
  /** Milliseconds since 1970. */
  signedInAt: number;
}

export interface VisitorState extends SessionState {
  /** Milliseconds since 1970; null while signed out. */
  signedInAt: number | null;
}

/** The part of a request that identifies its sender. */
export interface CookieHolder {
  headers: Pick<Headers, "get">;
}

/**
 * Creates the reader of users' sessions (docs/decisions.md, Sign-in state). `adminEmails` are compared on every request, so that
 * a removal takes effect at once.
 */
function createVisitors(sessions: SessionStorage<UserSession>, adminEmails: readonly string[]) {
  const sessionOf = (request: CookieHolder) => sessions.getSession(request.headers.get("Cookie"));
  return {
    /** Returns the user of a request, by its Cookie header alone. Throws an AppError `unavailable`. */
    async stateOf(request: CookieHolder): Promise<VisitorState> {
      const session = await sessionOf(request).catch((cause: unknown) => {
        throw new AppError("unavailable", "The session store did not answer.", { cause });
      });
      const user = session.get("user") ?? null;
      const isAdmin = user !== null && adminEmails.includes(user.email.toLowerCase());
      const given: unknown = session.get("role");
      const role = isAdmin ? "admin" : isGivenRole(given) ? given : null;
      return { user, role, signedInAt: session.get("signedInAt") ?? null };
    },
    /** Starts a session under a new id and ends the request's old one. Returns the cookie to set. */
    async signIn(request: CookieHolder, user: CurrentUser, role: Role | null): Promise<string> {
      await sessions.destroySession(await sessionOf(request));
      const session = await sessions.getSession();
      session.set("user", user);
      session.set("role", role === "admin" ? null : role);
      session.set("signedInAt", Date.now());
      return sessions.commitSession(session);
    },
    /** Ends the session on the server. Returns the cookie that deletes the browser's. */
    signOut: async (request: CookieHolder): Promise<string> =>
      sessions.destroySession(await sessionOf(request)),
  };
}

export type Visitors = ReturnType<typeof createVisitors>;

/** Opens the session store. Returns it with the cookies' common options and the session reader. */
export function openSessions(
  env: Pick<Env, "adminEmails" | "publicUrl" | "redis" | "dataDir">,
  secret: string,
) {
  const store = openSessionStore(env);
  const common = {
    store,
    secret: keyedHash(secret, "session-cookie", "").toString("base64url"),
    https: env.publicUrl.startsWith("https:"),
  };
  /** `passive`: reading a session does not extend it. */
  const visitorsWith = (options: { passive: boolean }) =>
    createVisitors(
      createSessions<UserSession>({ ...common, ...options, name: "session", lifetime: SIGNED_IN }),
      env.adminEmails,
    );
  return { store, common, visitorsWith };
}
