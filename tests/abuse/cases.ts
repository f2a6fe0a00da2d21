import { randomUUID } from "node:crypto";
import { MIN_PART_BYTES } from "../../app/files/upload-rules.ts";
import { rawBytes, type RawRequest } from "../support/raw-request.ts";
import { messageFields } from "./abuse-harness.ts";
import type { Attack } from "./abused-site.ts";
import { abandoned, answerIn, creation, form, held, type Target, TUS, urlencoded } from "./attacks.ts";

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

/** The largest form, but for a few bytes; sent by all. */
const LARGE_BODY = Buffer.alloc(1_000_000, "a");

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
    name: "a path of 15 KB for the log",
    answers: [414],
    attack: () => ({ path: `/${"%40".repeat(5_000)}` }),
  },
  {
    name: "a path of 15,000 segments for the metrics",
    answers: [414],
    attack: () => ({ path: `/a${"/".repeat(15_000)}` }),
  },
  {
    name: "a path of the lake for the log",
    answers: [404],
    attack: () => ({ path: `/lake/${"%40".repeat(2_600)}` }),
  },
  {
    name: "an error in a browser that is long to redact",
    answers: [204, 429],
    attack: () => ({
      path: "/api/client-error",
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        message: "%40".repeat(330),
        stack: "%40".repeat(900),
        path: "/",
        kind: "script",
      }),
    }),
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
    name: "a form of 1 MB that never ends",
    answers: [0, 503],
    attack: (target) =>
      held(
        target,
        "POST /contract",
        { ...urlencoded, "content-length": String(LARGE_BODY.length + 10) },
        LARGE_BODY,
      ),
    count: 1_000,
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
    name: "an open form with files, of one of sixteen callers",
    answers: [0, 503],
    attack: (target) => (_caller, index) => {
      const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": "50000" };
      return held(
        target,
        "POST /questionnaire",
        headers,
        Buffer.from("--x\r\n"),
        8_000,
      )(`192.0.2.${100 + (index % 16)}`, index);
    },
    count: 640,
  },
  {
    name: "an open form",
    answers: [0],
    attack: (target) => held(target, "POST /contact", { ...urlencoded, "content-length": "1000" }),
    count: 1_000,
  },
]);
