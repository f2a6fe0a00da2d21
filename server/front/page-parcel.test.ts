import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PUBLIC_PAGE } from "../../app/platform/cache-control.ts";
import { pageFrom } from "../page-cache/page.ts";
import type { Made } from "../page-cache/renewals.ts";
import { fetchPages, servePages } from "./page-parcel.ts";

let directory: string;
let server: Server | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "parcel-"));
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(directory, { recursive: true });
});

const socketOf = () => join(directory, "pages.sock");
const how = { fresh: false };

async function fetcher(find: (url: string) => Promise<Made>, up = true) {
  server = await servePages({ find }, socketOf());
  return fetchPages({ socket: socketOf(), agent: new Agent(), isUp: () => up });
}

it("carries a page whole, with its age", async () => {
  const answer = new Response("<p>Whole.</p>".repeat(100), {
    headers: { "cache-control": PUBLIC_PAGE, "x-cache-tags": "doc:a type:b" },
  });
  const page = await pageFrom(answer, { fresh: 60_000, stale: 0 }, ["x-always", "here"]);
  const asked: string[] = [];
  const fetch = await fetcher(async (url) => {
    asked.push(url);
    return { kind: "page", page, outdated: true, age: 1_500 };
  });
  const made = await fetch({ key: "/contact?service=x", path: "/contact" }, how);
  expect(made).toEqual({ kind: "page", page, outdated: true, age: 1_500 });
  expect(asked).toEqual(["/contact?service=x"]);
});

it("tells what is no page from what could not be made", async () => {
  const fetch = await fetcher(async (url) =>
    url === "/none" ? { kind: "not-kept" } : { kind: "failed", error: new Error("The site answered 503.") },
  );
  expect(await fetch({ key: "/none", path: "/none" }, how)).toEqual({ kind: "not-kept" });
  const failed = await fetch({ key: "/", path: "/" }, how);
  expect(failed).toEqual({ kind: "failed", error: "Error: The site answered 503." });
});

it("knows when there is nobody to ask", async () => {
  const away = await fetcher(async () => ({ kind: "not-kept" }), false);
  expect(await away({ key: "/", path: "/" }, how)).toMatchObject({ kind: "failed", away: true });
  const gone = fetchPages({ socket: join(directory, "gone.sock"), agent: new Agent(), isUp: () => true });
  expect(await gone({ key: "/", path: "/" }, how)).toMatchObject({ kind: "failed", away: true });
});
