import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorResponse, sendError, sendText, withErrorPage } from "./error-responses.ts";

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const send = request.url === "/readyz" ? sendText : sendError;
    send(response, 503, "The site is starting.");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const typeOf = ({ headers }: Response) => headers.get("content-type");

describe("an error", () => {
  test.each([{}, { accept: "*/*" }, { accept: "application/json" }])(
    "is one line of text for %j",
    async (headers) => {
      const response = await fetch(origin, { headers });
      expect([response.status, typeOf(response)]).toEqual([503, "text/plain; charset=utf-8"]);
      expect(await response.text()).toBe("The site is starting.\n");
    },
  );

  test("is a page for a browser, with its own styles and no caching", async () => {
    const response = await fetch(origin, { headers: BROWSER });
    expect([response.status, typeOf(response)]).toEqual([503, "text/html; charset=utf-8"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const html = await response.text();
    expect(html).toContain("<h1>The site is unavailable right now</h1>");
    expect(html).toContain("<p>The site is starting.</p>");
    expect(html).toContain(`<a href="">Try again</a>`);
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(response.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
    expect(html).not.toMatch(/ style=|<script|https?:/);
  });

  test("looks like the page that a proxy shows while the site is away", async () => {
    const colorsOf = (html: string) => html.match(/#[\da-f]{3,6}\b/g);
    const away = readFileSync(new URL("../public/away.html", import.meta.url), "utf8");
    expect(colorsOf(away)).toEqual(colorsOf(await (await fetch(origin, { headers: BROWSER })).text()));
    // It needs nothing of the site, which is away.
    expect(away).not.toMatch(/<script|src=|url\(|href="[^"d]/);
    expect(away).toMatch(/<html lang="en">[\s\S]+<title>\w[\s\S]+<main>[\s\S]+<h1>\w/);
  });

  test("of a posted form offers the way back, not a retry", async () => {
    const html = await (await fetch(origin, { method: "POST", headers: BROWSER, body: "a=1" })).text();
    expect(html).toContain("Back button");
    expect(html).not.toContain("Try again");
    expect(html).toContain(`<a href="/">Return to Home</a>`);
  });

  test("sendText sends text to everyone", async () => {
    expect(typeOf(await fetch(`${origin}/readyz`, { headers: BROWSER }))).toBe("text/plain; charset=utf-8");
  });

  test("as a Response has the given headers", async () => {
    const respond = (headers: Record<string, string>) =>
      errorResponse(new Request(origin, { method: "POST", headers }), 413, "Too large.", {
        connection: "close",
      });
    const [text, page] = [respond({}), respond(BROWSER)];
    expect([text.status, typeOf(text), await text.text()]).toEqual([
      413,
      "text/plain; charset=utf-8",
      "Too large.\n",
    ]);
    expect([page.status, typeOf(page)]).toEqual([413, "text/html; charset=utf-8"]);
    expect(page.headers.get("connection")).toBe("close");
    expect(await page.text()).toContain("<h1>That is too large</h1>");
  });

  test("of a file is a page for a browser, with its text and its headers", async () => {
    const refuse = (status = 422) =>
      new Response("No letters <here>.", { status, headers: { "Retry-After": "30" } });
    const ask = (headers: Record<string, string>) => new Request(origin, { headers });
    const page = await withErrorPage(ask(BROWSER), refuse());
    expect([page.status, typeOf(page), page.headers.get("retry-after")]).toEqual([
      422,
      "text/html; charset=utf-8",
      "30",
    ]);
    expect(await page.text()).toContain("<p>No letters &lt;here&gt;.</p>");
    for (const [asked, response] of [
      [ask({ accept: "*/*" }), refuse()],
      [ask(BROWSER), refuse(200)],
      [ask(BROWSER), Response.json({}, { status: 422 })],
    ] as const)
      expect(await withErrorPage(asked, response)).toBe(response);
  });
});
