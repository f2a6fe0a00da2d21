import { describe, expect, it } from "vitest";
import { createSiteSession } from "./site-session.ts";

const publicUrl = "https://example.com";
const user = { uid: "u1", email: "ada@example.com", name: "Ada", picture: null, provider: "password" };
const visitor = new Request("https://example.com/lake/v1/users/me", { headers: { cookie: "s=1" } });

/** A site that answers the same to everything, and what it was asked. */
function siteThatSays(answer: () => Response) {
  const asked: string[] = [];
  const site = async (request: Request) => {
    asked.push(`${request.method} ${request.url} ${request.headers.get("cookie")}`);
    return answer();
  };
  return { session: createSiteSession(site, publicUrl), asked };
}

describe("who edits", () => {
  it("is who the site calls an admin", async () => {
    const { session, asked } = siteThatSays(() => Response.json({ user, admin: true }));
    const ada = { id: "u1", email: "ada@example.com", name: "Ada", picture: null, role: "admin" };
    expect(await session.userOf(visitor)).toEqual(ada);
    expect(asked).toEqual(["GET https://example.com/api/session s=1"]);
  });

  it.each([
    ["somebody signed in who is none", { user, admin: false }],
    ["nobody", { user: null, admin: false }],
  ])("is not %s", async (_name, state) => {
    const { session } = siteThatSays(() => Response.json(state));
    expect(await session.userOf(visitor)).toBeNull();
  });

  it("is not decided while the site cannot tell", async () => {
    const { session } = siteThatSays(() => Response.json({ user: null, admin: false }, { status: 503 }));
    await expect(session.userOf(visitor)).rejects.toThrow("503");
  });
});

it("signing out hands on what the site says about its cookies", async () => {
  const headers = { location: "/", "set-cookie": "s=; Max-Age=0" };
  const { session, asked } = siteThatSays(() => new Response(null, { status: 303, headers }));
  expect(await session.signOut(visitor)).toEqual(["s=; Max-Age=0"]);
  expect(asked).toEqual(["POST https://example.com/logout s=1"]);
});
