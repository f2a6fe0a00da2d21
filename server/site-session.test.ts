import { describe, expect, it } from "vitest";
import { passwordUid } from "../app/auth/accounts.server.ts";
import type { Services } from "../app/services.server.ts";
import { createSiteSession } from "./site-session.ts";

const user = {
  uid: "u1",
  email: "ada@example.com",
  name: "Ada",
  picture: null,
  provider: "password",
} as const;
const visitor = new Request("https://example.com/lake/v1/users/me", { headers: { cookie: "s=1" } });

type Auth = Pick<Services["auth"], "visitors" | "authors">;
type VisitorState = Awaited<ReturnType<Auth["visitors"]["stateOf"]>>;

async function sessionWhere(state: Promise<Omit<VisitorState, "signedInAt">>) {
  const cookies: (string | null)[] = [];
  const visitors: Auth["visitors"] = {
    stateOf: async (request) => {
      cookies.push(request.headers.get("cookie"));
      return { ...(await state), signedInAt: null };
    },
    signIn: () => Promise.reject(new Error("Nobody signs in here.")),
    signOut: async (request) => `${request.headers.get("cookie")}; Max-Age=0`,
  };
  const roles = { admin: "admin", editor: "editor", bookkeeper: "bookkeeper" } as const;
  const authors: Auth["authors"] = {
    idOf: passwordUid,
    roleOf: async (author) => roles[author as keyof typeof roles] ?? null,
  };
  const started = Promise.resolve({ visitors, authors });
  const session = createSiteSession(started);
  await started;
  return { session, cookies };
}

describe("userOf", () => {
  it("returns an admin of the site", async () => {
    const { session, cookies } = await sessionWhere(Promise.resolve({ user, role: "admin" }));
    const ada = {
      id: passwordUid(user.email),
      email: "ada@example.com",
      name: "Ada",
      picture: null,
      role: "admin",
    };
    expect(await session.userOf(visitor)).toEqual(ada);
    expect(cookies).toEqual(["s=1"]);
  });

  it("returns one id for an email address, whether password or Google signed it in", async () => {
    const google = { ...user, uid: "google:1815", email: "Ada@example.com", provider: "google" } as const;
    const { session } = await sessionWhere(Promise.resolve({ user: google, role: "editor" }));
    expect(await session.userOf(visitor)).toMatchObject({ id: passwordUid(user.email), role: "editor" });
  });

  it.each([
    ["another account", { user, role: null }],
    ["an anonymous visitor", { user: null, role: null }],
  ])("is not %s", async (_name, state) => {
    const { session } = await sessionWhere(Promise.resolve(state));
    expect(await session.userOf(visitor)).toBeNull();
  });

  it("rejects while the site cannot tell", async () => {
    const { session } = await sessionWhere(Promise.reject(new Error("The session store did not answer.")));
    await expect(session.userOf(visitor)).rejects.toThrow("did not answer");
    await expect(createSiteSession(new Promise(() => {})).userOf(visitor)).rejects.toThrow("starting");
  });
});

it("signOut returns the cookie that ends the session", async () => {
  const { session } = await sessionWhere(Promise.resolve({ user: null, role: null }));
  expect(await session.signOut(visitor)).toEqual(["s=1; Max-Age=0"]);
});

it("roleOf returns the lake's role of now, none for a bookkeeper", async () => {
  const { session } = await sessionWhere(Promise.resolve({ user: null, role: null }));
  const roles = ["admin", "editor", "bookkeeper", "nobody"].map((id) => session.roleOf?.(id));
  expect(await Promise.all(roles)).toEqual(["admin", "editor", null, null]);
});
