import { randomUUID } from "node:crypto";
import { rawBytes, rawHead, type RawAnswer, type RawRequest } from "../support/raw-request.ts";
import { MIN_PART_BYTES } from "../../app/files/upload-rules.ts";
import { messageFields } from "./abuse-harness.ts";
import { metadataHeader } from "../support/upload-harness.ts";
import type { AbusedSite, Attack } from "./abused-site.ts";

/** Facts about a running site that attacks use. */
export interface Target {
  abused: Pick<AbusedSite, "origin" | "send">;
  /** Path of an image of the home page. */
  picture: string;
  /** URLs of images in the sizes that the site uses. */
  sizes: readonly string[];
  /** Path of an upload that nobody has finished. */
  upload: string;
}

/**
 * The most expensive known anonymous request of a class. The tests flood a site with it, `bench/abuse.ts` measures its cost. Add new
 * classes here.
 */
export interface AbuseCase {
  name: string;
  /** Allowed statuses; 0 when the site or the caller disconnects. */
  answers: readonly number[];
  attack: (target: Target) => RawRequest | Attack;
  /** How many at once. */
  count: number;
}

/** A case as it is written down: fifty at once unless it says otherwise. */
type WrittenCase = Omit<AbuseCase, "count"> & { count?: number };
const fiftyOf = (cases: readonly WrittenCase[]): AbuseCase[] => cases.map((one) => ({ count: 50, ...one }));

const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
const form = (path: string, body: string): RawRequest => ({
  path,
  method: "POST",
  headers: urlencoded,
  body,
});

const API = "/lake/v2025-02-19/data";
const queried = (query: string) => ({ path: `${API}/query/production?query=${encodeURIComponent(query)}` });
const posted = (query: string, params: object): RawRequest => ({
  path: `${API}/query/production`,
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query, params }),
});

/** A GROQ object whose `a` is 2 to the 24th times the text, written in a few hundred bytes. */
const doubled = (text: string) => `({"a":"${text}"}${'{"a":a+a}'.repeat(24)})`;
const numbers = Array.from({ length: 15_000 }, (_, index) => index);

/** Parses a raw response; undefined when there was none. */
function answerIn(received: string): RawAnswer | undefined {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]);
  return status ? { status, headers: {}, text: received } : undefined;
}

/** Sends a request and disconnects before the response. */
const abandoned =
  ({ abused }: Target, path: (index: number) => string): Attack =>
  async (caller, index) => {
    await rawBytes(
      abused.origin,
      rawHead(abused.origin, `GET ${path(index)}`, { "x-forwarded-for": caller }),
      200,
    );
    return undefined;
  };

/** Sends the beginning of a request and keeps the connection for a while. */
const held =
  ({ abused }: Target, line: string, headers: Record<string, string>, body = Buffer.alloc(0)): Attack =>
  async (caller) => {
    const head = rawHead(abused.origin, line, { "x-forwarded-for": caller, ...headers });
    return answerIn(await rawBytes(abused.origin, Buffer.concat([Buffer.from(head), body]), 2_000));
  };

const TUS = { "tus-resumable": "1.0.0" };

/** Returns the request that creates an upload of 10 MB without a byte. */
function creation(path: string): RawRequest {
  const [api, key] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
  const metadata = metadataHeader({ key, draft: randomUUID(), filename: "a.pdf" });
  const headers = { ...TUS, "upload-length": String(10_000_000), "upload-metadata": metadata };
  return { path: api, method: "POST", headers };
}

/** Collects the facts about a site that attacks use. */
export async function targetOf(abused: AbusedSite): Promise<Target> {
  const pages = await Promise.all(["/", "/portfolio", "/blog"].map((path) => abused.send({ path })));
  const found = pages.flatMap((page) => page?.text.match(/\/lake\/images\/[^"\s,]+\?[^"\s,]+/g) ?? []);
  const sizes = [...new Set(found.map((address) => address.replaceAll("&amp;", "&")))];
  const picture = sizes[0]?.split("?", 1)[0];
  if (!picture) throw new Error("No page has a picture.");
  const upload = `/api/uploads/${randomUUID()}`;
  await abused.send(creation(upload));
  return { abused, picture, sizes, upload };
}

/** Anonymous queries, rejected unless LAKE_PUBLIC_READ allows them. */
export const LAKE_CASES = fiftyOf([
  {
    name: "a query whose text outgrows the memory",
    answers: [401],
    attack: () => queried(`count(string::split(${doubled("xxxxxxxx")}.a,"x"))`),
  },
  {
    name: "a query that compares its parameters",
    answers: [401, 413],
    attack: () =>
      posted("count($p.a[!(@ in $p.b)])", { p: { a: numbers, b: numbers.map((one) => -one - 1) } }),
  },
  {
    name: "a small query with a large answer",
    answers: [401],
    attack: () => queried(`${doubled("x")}.a`),
  },
  {
    name: "a listener",
    answers: [401],
    attack: (target) => held(target, `GET ${API}/listen/production?query=*`, {}),
  },
  {
    name: "a query that never ends",
    answers: [401, 413, 0],
    attack: (target) =>
      held(
        target,
        `POST ${API}/query/production`,
        { "content-type": "application/json", "content-length": "4000000" },
        Buffer.alloc(3_900_000, "x"),
      ),
  },
]);

export const ABUSE_CASES = fiftyOf([
  ...LAKE_CASES,
  {
    name: "an id that leads to another address",
    answers: [400, 404, 422],
    attack: () =>
      form(
        "/contract",
        `intent=confirm&submissionId=${encodeURIComponent("x/../../../../data/query/production?query=count(*)")}`,
      ),
  },
  {
    name: "a field name that makes a long array",
    answers: [400, 422],
    attack: () => form("/contract.data", "intent=place&x[4294967294]=1"),
  },
  {
    name: "a field name that makes a large answer",
    answers: [400, 422],
    attack: () => form("/contract", "x[100000000]=1"),
  },
  {
    name: "a form of 100,000 fields",
    answers: [400, 413, 422],
    attack: () => form("/contract.data", "a=1&".repeat(100_000)),
  },
  {
    name: "a picture of 320 megapixels",
    answers: [400],
    attack: ({ picture }) => ({ path: `${picture}?w=4000&h=4000&fit=fill&pad=2000&dpr=3&blur=2000&fm=png` }),
  },
  {
    name: "a picture that nobody waits for",
    answers: [0],
    attack: (target) => abandoned(target, (index) => target.sizes[index % target.sizes.length] ?? ""),
  },
  {
    name: "an upload without a byte",
    answers: [201, 429],
    attack:
      ({ abused }) =>
      (caller) =>
        abused.send(creation(`/api/uploads/${randomUUID()}`), caller),
  },
  {
    name: "a part of one upload",
    answers: [204, 409, 423, 429],
    attack: ({ upload }) => ({
      path: upload,
      method: "PATCH",
      headers: { ...TUS, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
      body: Buffer.alloc(MIN_PART_BYTES),
    }),
  },
  {
    name: "a part that never comes",
    answers: [0, 409, 423, 429],
    attack: (target) =>
      held(target, `PATCH ${target.upload}`, {
        ...TUS,
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
        "content-length": "1000000",
      }),
  },
  {
    name: "a contact message",
    answers: [200, 429],
    attack:
      ({ abused }) =>
      (caller) =>
        abused.send(form("/contact.data", new URLSearchParams(messageFields()).toString()), caller),
  },
  {
    name: "a sign-in with a wrong password",
    answers: [400, 401, 422, 429],
    attack: () => form("/login", "email=a%40b.example&password=wrong-password"),
  },
  {
    name: "a wrong password from a caller of its own",
    answers: [401, 503],
    attack:
      ({ abused }) =>
      (_caller, index) =>
        abused.send(
          form("/login", `email=${index}%40b.example&password=wrong-password`),
          `192.0.2.${index + 1}`,
        ),
  },
  {
    name: "a request for a new password",
    answers: [200, 303, 422, 429],
    attack: () => form("/login/reset", "email=stranger%40example.com"),
  },
  {
    name: "an unsigned preview cookie",
    answers: [200],
    attack: () => ({ path: "/", headers: { cookie: "site-preview=1" } }),
  },
  {
    name: "a second host",
    answers: [400],
    attack:
      ({ abused }) =>
      async () => {
        const { host } = new URL(abused.origin);
        return answerIn(
          await rawBytes(abused.origin, `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`),
        );
      },
  },
  {
    name: "a search for everything",
    answers: [200],
    attack: () => ({ path: `/search?q=${"a%20e%20i%20o%20u%20".repeat(80)}` }),
  },
  {
    name: "a page that is not there",
    answers: [404],
    attack:
      ({ abused }) =>
      (caller, index) =>
        abused.send({ path: `/blog/none-${index}` }, caller),
  },
  {
    name: "a form of 250 KB",
    answers: [400, 413, 422],
    attack: () => form("/contact", `message=${"a".repeat(250_000)}`),
  },
  {
    name: "a form that never ends",
    answers: [413, 0],
    attack: (target) =>
      held(
        target,
        "POST /contract",
        { ...urlencoded, "content-length": "1000000" },
        Buffer.alloc(900_000, "a"),
      ),
  },
  {
    name: "an open connection that asks for nothing",
    answers: [0],
    attack:
      ({ abused }) =>
      async () =>
        answerIn(await rawBytes(abused.origin, "GET / HTTP/1.1\r\n", 2_000)),
    count: 1_000,
  },
  {
    name: "an open form",
    answers: [0],
    attack: (target) => held(target, "POST /contact", { ...urlencoded, "content-length": "1000" }),
    count: 1_000,
  },
]);
