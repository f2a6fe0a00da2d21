import { describe, expect, it } from "vitest";
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

type Visitors = Services["auth"]["visitors"];
type VisitorState = Awaited<ReturnType<Visitors["stateOf"]>>;

function sessionWhere(state: Promise<Omit<VisitorState, "signedInAt">>) {
  const cookies: (string | null)[] = [];
  const visitors: Visitors = {
    stateOf: async (request) => {
      cookies.push(request.headers.get("cookie"));
      return { ...(await state), signedInAt: null };
    },
    signIn: () => Promise.reject(new Error("Nobody signs in here.")),
    signOut: async (request) => `${request.headers.get("cookie")}; Max-Age=0`,
  };
  return { session: createSiteSession(() => visitors), cookies };
}

describe("userOf", () => {
  it("returns an admin of the site", async () => {
    const { session, cookies } = sessionWhere(Promise.resolve({ user, role: "admin" }));
    const ada = { id: "u1", email: "ada@example.com", name: "Ada", picture: null, role: "admin" };
    expect(await session.userOf(visitor)).toEqual(ada);
    expect(cookies).toEqual(["s=1"]);
  });

  it.each([
    ["another account", { user, role: null }],
    ["an anonymous visitor", { user: null, role: null }],
  ])("is not %s", async (_name, state) => {
    expect(await sessionWhere(Promise.resolve(state)).session.userOf(visitor)).toBeNull();
  });

  it("rejects while the site cannot tell", async () => {
    const { session } = sessionWhere(Promise.reject(new Error("The session store did not answer.")));
    await expect(session.userOf(visitor)).rejects.toThrow("did not answer");
    await expect(createSiteSession(() => null).userOf(visitor)).rejects.toThrow("starting");
  });
});

it("signOut returns the cookie that ends the session", async () => {
  const { session } = sessionWhere(Promise.resolve({ user: null, role: null }));
  expect(await session.signOut(visitor)).toEqual(["s=1; Max-Age=0"]);
});
