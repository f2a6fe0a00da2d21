import { rmSync } from "node:fs";
import http from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { start } from "../support/process.ts";
import { PUBLIC_PAGES } from "../support/public-pages.ts";
import { rawRequest, type RawRequest } from "../support/raw-request.ts";
import { lakeTokens, startSiteProcess, type SiteProcess } from "../support/site.ts";

const serverEntry = fileURLToPath(new URL("../../server/index.ts", import.meta.url));

let site: SiteProcess;
beforeAll(async () => {
  site = await startSiteProcess();
});
afterAll(async () => {
  await site.stop();
  rmSync(site.dataDir, { recursive: true, force: true });
});

const raw = (request: RawRequest) => rawRequest(site.origin, request);

const form = { "content-type": "application/x-www-form-urlencoded" };

describe("what is refused at the door", () => {
  it.each<[string, RawRequest, number]>([
    ["a path of 7 kB", { path: `/x/${"a/".repeat(3500)}` }, 414],
    ["a path of 30 segments", { path: "/a".repeat(30) }, 414],
    ["the manifest of lazy routes", { path: `/__manifest?version=1&p=${"/a".repeat(900)}` }, 404],
    ["a path that begins with two slashes", { path: "//evil.example/" }, 400],
    ["a backslash", { path: "/\\evil.example" }, 400],
    ["a broken percent sign", { path: "/%zz" }, 400],
    ["a foreign host", { path: "/", headers: { host: "evil.example" } }, 421],
    ["a method nobody knows", { path: "/", method: "PROPFIND" }, 405],
    [
      "a compressed body",
      { path: "/contact", method: "POST", headers: { ...form, "content-encoding": "br" }, body: "x" },
      415,
    ],
    [
      "a form of 300 kB",
      { path: "/contact", method: "POST", headers: form, body: `message=${"x".repeat(300_000)}` },
      413,
    ],
    [
      "a form of 300 kB without a length",
      {
        path: "/contact",
        method: "POST",
        headers: { ...form, "transfer-encoding": "chunked" },
        body: `message=${"x".repeat(300_000)}`,
      },
      413,
    ],
  ])("%s", async (_name, request, status) => {
    expect((await raw(request)).status).toBe(status);
  });

  it("believes no address and no request id of the caller", async () => {
    const { headers } = await raw({ path: "/healthz", headers: { "x-request-id": "mine" } });
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("counts a caller by its connection, whatever its headers say", async () => {
    const statuses: number[] = [];
    for (let n = 1; n <= 21; n++) {
      const forged = { "x-client-address": `192.0.2.${n}`, "x-forwarded-for": `192.0.2.${n}` };
      const body = new URLSearchParams({ email: `someone${n}@example.com` });
      const answer = await fetch(`${site.origin}/newsletter.data`, { method: "POST", body, headers: forged });
      statuses.push(answer.status);
    }
    // The limit is twenty for one caller (app/forms/newsletter).
    expect(statuses.indexOf(429)).toBe(20);
  });

  it("says which methods it knows", async () => {
    const { headers } = await raw({ path: "/", method: "PROPFIND" });
    expect(headers.allow).toContain("GET, HEAD, POST");
  });

  it.each(["OPTIONS", "PUT", "DELETE", "PATCH"])(
    "%s on a page is the caller's fault, not one for the log",
    async (method) => {
      expect((await raw({ path: "/about", method })).status).toBe(405);
      expect(site.output()).not.toContain("page failed");
    },
  );

  it("believes no forwarded host without a trusted proxy", async () => {
    const headers = { ...form, origin: site.origin, host: new URL(site.origin).host };
    const forwarded = { ...headers, "x-forwarded-host": "evil.example" };
    const post = { path: "/contact", method: "POST", body: "name=" };
    expect((await raw({ ...post, headers: forwarded })).status).toBe(422);
  });
});

const routes = [...PUBLIC_PAGES, "/thank-you"];

describe("every page", () => {
  it.each(routes)("%s has a strict policy of its own and no inline styles", async (path) => {
    const response = await fetch(site.origin + path);
    expect(response.status).toBe(200);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    const html = await response.text();
    expect(html).not.toMatch(/<[^>]+ style="/);
    const isListed = path !== "/thank-you";
    expect([html.includes('name="robots" content="noindex"'), html.includes('rel="canonical"')]).toEqual([
      !isListed,
      isListed,
    ]);
  });

  it.each([
    ["/.well-known/security.txt", "Contact: mailto:hello@harborlight.example\nExpires: 20"],
    ["/blog/rss.xml", "<item>"],
    ["/manifest.webmanifest", "icons"],
  ])("%s is there", async (path, part) => {
    const response = await fetch(site.origin + path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(part);
  });

  it("is alone in having a policy of its own: the Studio may write its styles, and what is no page may do nothing", async () => {
    const policyOf = async (path: string) =>
      (await fetch(site.origin + path)).headers.get("content-security-policy") ?? "";
    const studio = await policyOf("/studio");
    expect(studio).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self' 'unsafe-inline'; /,
    );
    expect(studio).toContain("frame-ancestors 'none'");
    for (const path of ["/robots.txt", "/icons/favicon.svg", "/api/session", "/healthz"])
      expect([path, await policyOf(path)]).toEqual([
        path,
        expect.stringMatching(/^default-src 'none'; [^;]+; frame-ancestors 'none'$/),
      ]);
  });

  it("answers HEAD like GET without the body", async () => {
    const { status, text } = await raw({ path: "/about", method: "HEAD" });
    expect([status, text]).toEqual([200, ""]);
  });
});

describe("stopping", () => {
  it("answers what is in flight, ends the streams of who listens, gives the directory free, and ends with 0", async () => {
    const other = await startSiteProcess();
    const token = lakeTokens(other.dataDir).read;
    const stream = await fetch(`${other.origin}/lake/v2025-02-19/data/listen/production?query=*`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const heard = stream.text();
    const { hostname, port } = new URL(other.origin);
    const answered = new Promise<number>((resolve, reject) => {
      // It is in flight once the server has answered that it may go on, however busy the machine is.
      const headers = { ...form, "transfer-encoding": "chunked", expect: "100-continue" };
      const request = http.request(
        { hostname, port, path: "/contact.data", method: "POST", headers },
        (response) => {
          response.resume().on("end", () => resolve(response.statusCode ?? 0));
        },
      );
      request.on("error", reject);
      request.once("continue", () => {
        request.write("name=Ada&email=ada%40example.com&");
        other.child.kill("SIGTERM");
        setTimeout(() => request.end(`message=Last+words&submissionId=${crypto.randomUUID()}`), 500);
      });
      request.flushHeaders();
    });
    const ended = new Promise((resolve) => other.child.once("close", resolve));
    expect(await answered).toBe(200);
    expect(await ended).toBe(0);
    // A connection that was cut off in the end would reject here.
    expect(await heard).toContain("event: welcome");
  });

  it("says so when another process has the data", async () => {
    const second = start([serverEntry], { NODE_ENV: "production", PORT: "0", DATA_DIR: site.dataDir });
    expect(await second.ended()).toBe(1);
    expect(second.output()).toMatch(/another process/i);
  });
});
