import { afterEach, describe, expect, test } from "vitest";
import { questionnaireFields, messageFields, orderFields } from "../abuse/abuse-harness.ts";
import { startHostileSite } from "../abuse/hostile-site.ts";
import { opened } from "../support/opened.ts";

// Names of fields that a parser makes arrays and objects of, and very many of them, on a running site.

const hostile = opened(startHostileSite);
afterEach(async () => {
  // Rendered for each request, unlike the page that others read meanwhile.
  expect((await hostile.ask("/search?q=data")).status).toBe(200);
});

const PUBLIC = [
  "/contact",
  "/contact.data",
  "/newsletter",
  "/newsletter.data",
  "/questionnaire",
  "/questionnaire.data",
  "/contract",
  "/contract/x",
  "/contract.data",
  "/login",
  "/login/google",
  "/login/reset",
  "/login/reset?token=x",
  "/login/invitation?token=x",
];
const ADMIN = [
  "/admin/people",
  "/admin/contracts/new",
  "/admin/contracts/adminContract.6f9619ff-8b86-4d01-b42d-00cf4fc964ff/link",
  "/admin/messages/contact.x",
  "/admin/contracts/contract.x",
  "/admin/questionnaires/questionnaire.x",
];
/** These read no body at all. */
const BODYLESS = ["/logout", "/unsubscribe?token=x", "/api/preview", "/admin/outbox"];
const FORMS = [...PUBLIC, ...ADMIN];

/** No answer to nonsense is longer: half a megabyte of it would be the nonsense itself. */
const MAX_ANSWER = 500_000;

/** Posts it, while somebody else reads a page. Resolves to the status; fails for a long answer. */
async function post(path: string, body: BodyInit, type: string): Promise<number> {
  const admin = ADMIN.includes(path) || BODYLESS.includes(path);
  const [response, other] = await Promise.all([
    hostile.ask(path, { method: "POST", body, headers: { "content-type": type }, admin }),
    hostile.ask("/about"),
  ]);
  expect(other.status).toBe(200);
  await other.text();
  const text = await response.text();
  expect(text.length).toBeLessThan(MAX_ANSWER);
  return response.status;
}

const URLENCODED = "application/x-www-form-urlencoded";
const multipart = (entries: readonly (readonly [string, string])[]) => {
  const parts = entries.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--x--\r\n`;
};
const MULTIPART = "multipart/form-data; boundary=x";

const NAMES = [
  "x[4294967294]",
  "x[100000000]",
  "customServices[100000000].price",
  "services[99999999].selected",
  "contactInfo[99999999]",
  "__proto__[x]",
  "constructor.prototype.x",
  `${"a.".repeat(20_000)}a`,
  `a${"[0]".repeat(10_000)}`,
  "__intent__",
  "__state__",
];

/**
 * Sends a body to every other form, in either encoding by turns: the forms share their parsers. `turn` says where to begin: every
 * form gets every other body, and so one of each kind.
 */
async function postByTurns(
  turn: number,
  bodies: { encoded: string; parts: string },
  check: (path: string, status: number) => void,
): Promise<void> {
  const paths = FORMS.filter((_path, index) => index % 2 === turn % 2);
  for (const [index, path] of paths.entries()) {
    const isMultipart = (index + Math.floor(turn / 2)) % 2 === 1;
    const [body, type] = isMultipart ? [bodies.parts, MULTIPART] : [bodies.encoded, URLENCODED];
    check(path, await post(path, body, type));
  }
}

/** For `expect`: what was refused, and whether it was. */
const refusal = (path: string, status: number) => [path, status >= 400 && status < 500];

describe.each(NAMES.map((name) => [name.slice(0, 40), name]))("a field called %s", (_short, name) => {
  test("costs a form nothing", async () => {
    const bodies = { encoded: `${encodeURIComponent(name)}=1`, parts: multipart([[name, "1"]]) };
    await postByTurns(NAMES.indexOf(name), bodies, (path, status) =>
      expect([path, status < 500]).toEqual([path, true]),
    );
  });

  test("is not taken along by a form that is whole", async () => {
    const whole: [string, Record<string, string>][] = [
      ["/contact.data", messageFields()],
      ["/questionnaire.data", questionnaireFields("Words")],
      ["/contract.data", orderFields("Words", { couponCode: "", signature: "Ada", intent: "place" })],
    ];
    for (const [path, fields] of whole) {
      const status = await post(path, new URLSearchParams({ ...fields, [name]: "1" }), URLENCODED);
      expect([path, [200, 202, 400, 413].includes(status)]).toEqual([path, true]);
    }
  });
});

const BODIES: [string, string][] = [
  ["100,000 fields of one name", "a=1&".repeat(62_000)],
  ["100,000 fields without a name", "&".repeat(200_000)],
  ["many fields without a value", "a&".repeat(100_000)],
  ["a known field again and again", "email=a&".repeat(25_000)],
  ["fields of 200 names", Array.from({ length: 201 }, (_, n) => `f${n}=1`).join("&")],
  ["200 KB of text", `message=${"x".repeat(200_000)}`],
  ["200 KB of a name", `${"x".repeat(200_000)}=1`],
];

test.each(BODIES.map((one, index) => [...one, index] as const))(
  "%s: 4xx, and nobody waits",
  async (_name, encoded, turn) => {
    const entries = encoded
      .split("&")
      .slice(0, 2_000)
      .map((pair) => pair.split("=") as [string, string]);
    const parts = multipart(entries).slice(0, 250_000);
    await postByTurns(turn, { encoded, parts }, (path, status) =>
      expect(refusal(path, status)).toEqual([path, true]),
    );
  },
);

test("a megabyte of fields is refused by the order's forms", async () => {
  for (const path of ["/contract", "/contract.data", "/questionnaire.data"])
    expect(refusal(path, await post(path, "a=1&".repeat(250_000), URLENCODED))).toEqual([path, true]);
});

test("what reads no form does not look at one", async () => {
  for (const path of BODYLESS)
    expect([path, (await post(path, "x[4294967294]=1", URLENCODED)) < 500]).toEqual([path, true]);
});

test("a browser without scripts gets a page that can be read", async () => {
  for (const path of ["/contact", "/newsletter", "/questionnaire", "/contract", "/login"]) {
    const response = await hostile.ask(path, {
      method: "POST",
      body: "a=1&".repeat(20_000),
      headers: { "content-type": URLENCODED, accept: "text/html" },
    });
    expect([path, response.headers.get("content-type")]).toEqual([path, "text/html; charset=utf-8"]);
    expect(await response.text()).toMatch(/<h1[^>]*>/);
  }
});

describe("JSON", () => {
  const DEEP = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
  test.each([
    ["deep", DEEP],
    ["deep where anything goes", `{"services":{"x":${DEEP}}}`],
    ["large", JSON.stringify({ name: "x".repeat(200_000) })],
    ["many keys", JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, 1])))],
    ["no JSON", "{"],
  ])("that is %s is refused", async (_name, body) => {
    const client = ["/api/payment-intent", "/api/page-view", "/api/client-error"];
    for (const path of [...client, "/webhooks/stripe", "/webhooks/sanity"]) {
      const status = await post(path, body, "application/json");
      expect([path, (status >= 400 && status < 500) || status === 503]).toEqual([path, true]);
    }
  });

  test("of another type is refused", async () => {
    expect(await post("/api/payment-intent", "{}", "text/plain")).toBe(415);
  });
});

describe("a query string", () => {
  const PAGES = [
    "/",
    "/search",
    "/contact",
    "/admin",
    "/admin/tables/messages",
    "/admin/export/contracts.csv",
    "/login",
  ];
  test.each([
    ["many parameters", "a=1&".repeat(500)],
    ["parameters without a name", "&".repeat(1_900)],
  ])("of %s is refused before anything loops over it", async (_name, query) => {
    for (const path of PAGES) {
      const { status } = await hostile.ask(`${path}?${query}`, { admin: true });
      expect([path, status]).toEqual([path, 414]);
    }
  });
});
