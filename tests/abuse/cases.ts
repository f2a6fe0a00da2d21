import type { RawRequest } from "../support/raw-request.ts";
import { rawBytes, rawHead } from "../support/raw-request.ts";
import type { AbusedSite, Attack } from "./abused-site.ts";

/** What is known about a running site before it is attacked. */
export interface Target {
  abused: Pick<AbusedSite, "origin" | "send">;
  /** Path of a picture of the home page. */
  picture: string;
}

/**
 * The dearest anonymous request of a class, as it was found. The tests flood a site with it, and `bench/abuse.ts` says what
 * it costs. A new class is a new line here.
 */
export interface AbuseCase {
  name: string;
  attack: (target: Target) => RawRequest | Attack;
}

const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
const form = (path: string, body: string): RawRequest => ({
  path,
  method: "POST",
  headers: urlencoded,
  body,
});

/** Sends the beginning of a request and keeps the connection for a while. */
const held =
  ({ abused }: Target, line: string, headers: Record<string, string>, body = ""): Attack =>
  async (caller) => {
    const head = rawHead(abused.origin, line, { "x-forwarded-for": caller, ...headers });
    await rawBytes(abused.origin, head + body, 3_000);
    return undefined;
  };

/** Looks at a site before it is attacked. */
export async function targetOf(abused: AbusedSite): Promise<Target> {
  const home = (await abused.send({ path: "/" }))?.text ?? "";
  const picture = /\/lake\/images\/[^"?& ]+/.exec(home)?.[0];
  if (!picture) throw new Error("The home page has no picture.");
  return { abused, picture };
}

export const ABUSE_CASES: readonly AbuseCase[] = [
  {
    name: "an unsigned preview cookie",
    attack: () => ({ path: "/", headers: { cookie: "site-preview=1" } }),
  },
  {
    name: "a search for everything",
    attack: () => ({ path: `/search?q=${"a%20e%20i%20o%20u%20".repeat(80)}` }),
  },
  {
    name: "a page that is not there",
    attack:
      ({ abused }) =>
      (caller, index) =>
        abused.send({ path: `/blog/none-${index}` }, caller),
  },
  {
    name: "a sign-in with a wrong password",
    attack: () => form("/login", "email=a%40b.example&password=wrong-password"),
  },
  { name: "a form of 250 KB", attack: () => form("/contact", "message=" + "a".repeat(250_000)) },
  {
    name: "a form that never ends",
    attack: (target) =>
      held(target, "POST /api/order", { ...urlencoded, "content-length": "1000000" }, "a".repeat(900_000)),
  },
];
