import { afterAll, beforeAll, describe, expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { rawRequest, type RawRequest } from "../support/raw-request.ts";
import { guardedRoutes } from "../support/route-guards.ts";
import { startSite, type RunningSite } from "../support/site.ts";

// What is tried at the door of a running site. SECURITY.md says which threat is tried where.

let site: RunningSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => {
  // Whatever was tried: nothing of it was the site's own fault.
  expect(site.output()).not.toMatch(/"level":(50|60)|request failed|page failed/);
  await site.stop();
});

const EVIL = "evil.example";
const raw = (request: RawRequest) => rawRequest(site.origin, request);

describe("posts of other sites", () => {
  const actions = guardedRoutes(routes)
    .filter(({ action }) => action !== "-")
    .map(({ path }) => path.replaceAll(/:\w+/g, "x").replace("*", "x"));
  const heads = [
    ["from another origin", { origin: `https://${EVIL}` }],
    ["from a frame without an origin", { origin: "null" }],
    ["from a neighbour under the same domain", { "sec-fetch-site": "same-site" }],
    ["from another site that sends no origin", { "sec-fetch-site": "cross-site" }],
  ] as const;

  test("there are some to try", () => expect(actions.length).toBeGreaterThan(15));

  test.each(heads)("%s reach no action", async (_name, headers) => {
    for (const path of [
      ...actions,
      "/webhooks/sanity",
      "/studio",
      "/lake/v2025-02-19/data/mutate/production",
    ])
      for (const method of ["POST", "PUT", "PATCH", "DELETE"])
        expect([path, method, (await raw({ path, method, headers })).status]).toEqual([path, method, 403]);
  });
});

describe("a page from memory is the same for the next visitor", () => {
  const tricks: [string, RawRequest][] = [
    ["a forwarded host", { path: "/about", headers: { "x-forwarded-host": EVIL, "x-host": EVIL } }],
    [
      "another address in a header",
      { path: "/about", headers: { "x-original-url": "/admin", "x-rewrite-url": "/x" } },
    ],
    [
      "a forwarded scheme and port",
      { path: "/about", headers: { "x-forwarded-proto": "gopher", "x-forwarded-port": "1" } },
    ],
    ["another method in a header", { path: "/about", headers: { "x-http-method-override": "DELETE" } }],
    [
      "another language, type and origin",
      {
        path: "/about",
        headers: { "accept-language": "xx", accept: "text/evil", origin: `https://${EVIL}` },
      },
    ],
    [
      "cookies and credentials",
      { path: "/about", headers: { cookie: "session=x; __preview=x", authorization: "Bearer x" } },
    ],
    ["a range", { path: "/about", headers: { range: "bytes=0-3" } }],
    ["a mark of an advertiser", { path: "/about?utm_source=%3Cscript%3Ealert(1)%3C/script%3E" }],
    ["a parameter that nobody reads", { path: "/about?x=%3Cscript%3Ealert(1)%3C/script%3E" }],
    ["a parameter cloaked by a semicolon", { path: "/about?utm_source=x;callback=evil" }],
    ["the same address in other letters", { path: "/%61bout" }],
    ["a file's ending behind it", { path: "/about/x.css" }],
    ["a fragment that a client sends along", { path: "/about?#<script>" }],
  ];

  test.each(tricks)("after %s", async (_name, trick) => {
    const before = await raw({ path: "/about" });
    const tried = await raw(trick);
    expect(tried.status).toBeLessThan(500);
    expect(tried.text).not.toContain("<script>alert(1)");
    expect(tried.text + JSON.stringify(tried.headers)).not.toContain(EVIL);
    const after = await raw({ path: "/about" });
    expect([after.status, after.text, after.headers.etag]).toEqual([200, before.text, before.headers.etag]);
  });

  test("the host that a page names is the site's own, whoever is asked for", async () => {
    const { hostname, port } = new URL(site.origin);
    const headers = { host: `127.0.0.1:${port}` };
    const { text } = await raw({ path: "/about", headers });
    expect(text).toContain(`<link rel="canonical" href="http://${hostname}:${port}/about"/>`);
    expect(text).not.toContain("127.0.0.1");
  });
});

describe("nobody is led away", () => {
  const away = [
    `//${EVIL}`,
    `https://${EVIL}`,
    `/\\${EVIL}`,
    `/%5C${EVIL}`,
    `/\t/${EVIL}`,
    "javascript:alert(1)",
  ];
  const targets = away.flatMap((target) => [
    `/login?redirectTo=${encodeURIComponent(target)}`,
    `/login/google?redirectTo=${encodeURIComponent(target)}`,
    `/logout?redirectTo=${encodeURIComponent(target)}`,
    `/api/preview?sanity-preview-pathname=${encodeURIComponent(target)}`,
    `/admin?redirectTo=${encodeURIComponent(target)}`,
  ]);
  const shapes = [
    `//${EVIL}/`,
    `///${EVIL}`,
    `/\\${EVIL}`,
    `/.//${EVIL}`,
    `/%2f%2f${EVIL}`,
    `/about//${EVIL}/`,
    `/@${EVIL}`,
  ];

  test.each([...targets, ...shapes])("%s", async (path) => {
    const { status, headers } = await raw({ path });
    expect(status).toBeLessThan(500);
    const to = headers.location ? new URL(headers.location, site.origin).origin : site.origin;
    expect(to).toBe(site.origin);
  });
});

describe("lines that shall become headers", () => {
  const lines = "%0d%0aSet-Cookie:%20evil=1%0d%0a%0d%0a<script>";
  test.each([
    `/about${lines}`,
    `/contact?service=${lines}`,
    `/login?redirectTo=/${lines}`,
    `/thank-you?reference=${lines}`,
    `/order/${lines}`,
    `/admin/export/${lines}`,
    `/blog/${lines}`,
  ])("%s", async (path) => {
    const { status, headers } = await raw({ path });
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(headers["set-cookie"] ?? "")).not.toContain("evil");
    expect(headers.location ?? "").not.toMatch(/[\r\n]/);
  });
});

describe("headers of a question", () => {
  const strange: Record<string, readonly string[]> = {
    range: ["bytes=5-2", "bytes=0-", "bytes=-1", "bytes=99999999999-", "bytes=a-b", "bytes=0-1,3-4", "x", ""],
    "if-range": ["*", '"x"', "yesterday"],
    "if-none-match": ["*", 'W/"', '"'.repeat(500), ","],
    "if-modified-since": ["never", "99999999999999"],
    accept: ["text/html;q=x", "*", ",,,", "a/b;".repeat(1_000)],
    "accept-encoding": ["br;q=-1", ";", "identity;q=0, *;q=0", "gzip,".repeat(1_000)],
    "accept-language": ["-", "en;q=2", "x".repeat(3_000)],
    cookie: ["=", "session", "session=%", "session=%ff; theme=%E0%A4", ";".repeat(3_000)],
    "sec-purpose": ["prefetch;prerender", "\u00ff"],
    "last-event-id": ["-1", "x#y", "9".repeat(400)],
    authorization: ["Bearer", "Basic %", "Bearer \u00ff"],
  };

  test("are never more than a refusal, whatever is asked for", async () => {
    const found = (address: string, what: RegExp) =>
      fetch(site.origin + address).then(async (page) => what.exec(await page.text())?.[0] ?? "none");
    const query = `/lake/v2025-02-19/data/query/production?query=${encodeURIComponent("*[_type == 'post'][0]")}`;
    const paths = [
      await found("/", /\/assets\/[^"]+\.css/),
      await found("/", /\/lake\/images\/[^" ]+/),
      await found("/studio", /\/studio\/static\/[^"]+\.js/),
      "/favicon.ico",
      "/about",
      "/blog/rss.xml",
      "/login",
      "/api/session",
      "/studio",
      "/admin",
      query,
    ];
    expect(paths).not.toContain("none");
    for (const path of paths)
      for (const [name, values] of Object.entries(strange))
        for (const value of values)
          expect([path, name, value, (await raw({ path, headers: { [name]: value } })).status]).toEqual([
            path,
            name,
            value,
            expect.toSatisfy((status: number) => status < 500),
          ]);
  });
});

describe("bodies", () => {
  const multipart = { "content-type": "multipart/form-data; boundary=x" };
  const part = 'Content-Disposition: form-data; name="name"';
  const shapes: [string, Record<string, string>, string][] = [
    ["a boundary that never comes", multipart, "y".repeat(10_000)],
    ["a head without an end", multipart, `--x\r\n${part}; filename="${"a".repeat(100_000)}`],
    ["3,000 parts", multipart, `--x\r\n${part}\r\n\r\nA\r\n`.repeat(3_000).concat("--x--")],
    [
      "a part inside a part",
      multipart,
      `--x\r\n${part}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\n--x--`,
    ],
    ["bytes that are no text", multipart, `--x\r\n${part}\r\n\r\n\u0000\u00ff\u0080\r\n--x--`],
  ];
  test.each(shapes)("%s", async (_name, headers, body) => {
    for (const path of [
      "/contact",
      "/contact.data",
      "/newsletter.data",
      "/questionnaire.data",
      "/questionnaire",
      "/contract",
      "/contract.data",
      "/login",
    ]) {
      const { status } = await raw({ path, method: "POST", headers, body });
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    }
  });
});
