import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveFiles } from "./serve-files.ts";

let directory: string;
let server: Server;
let origin: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "files-"));
  mkdirSync(join(directory, "assets"));
  for (const name of ["assets/gone.js", "assets/kept.js"]) writeFileSync(join(directory, name), "0123456789");
  const serve = serveFiles(directory, {});
  server = createServer((request, response) =>
    serve(request, response, () => response.writeHead(404).end()),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

it("a file that a new build took away ends its own request, and nothing else", async () => {
  rmSync(join(directory, "assets/gone.js"));
  await expect(fetch(`${origin}/assets/gone.js`)).rejects.toThrow("fetch failed");
  expect(await (await fetch(`${origin}/assets/kept.js`)).text()).toBe("0123456789");
});

it.each(["bytes=2-4", "bytes=5-2", "bytes=a-b", "bytes=99-", "bytes=0-1,3-4", "pages=1-2"])(
  "the range %s is answered with all of it",
  async (range) => {
    const response = await fetch(`${origin}/assets/kept.js`, { headers: { range } });
    expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
  },
);
