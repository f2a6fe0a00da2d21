import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { readSiteName } from "./site-name.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Returns the origin of a site that answers everything with these words. */
async function siteThatSays(words: string): Promise<string> {
  const server = createServer((_request, response) => void response.end(words));
  servers.push(server);
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the Studio has the name of the site, or a plain one where no site is", async () => {
  expect(await readSiteName(await siteThatSays('{"name":"Quay & Co."}'))).toBe("Quay & Co.");
  for (const words of ['{"name":""}', '{"name":7}', "<!doctype html>", "null"])
    expect(await readSiteName(await siteThatSays(words))).toBe("Content");
  expect(await readSiteName("http://127.0.0.1:9")).toBe("Content");
});
