import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { listen, startupErrorMessage } from "./listen.ts";

it("keeps idle connections longer than any client or proxy, which would send into one that is being closed", async () => {
  const server = await listen(0, "127.0.0.1");
  // And ends one whose head never comes to an end.
  expect(server.headersTimeout).toBe(15_000);
  server.removeAllListeners("request").on("request", (_request, response) => response.end());
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.closeAllConnections();
  server.close();
  const seconds = Number(/timeout=(\d+)/.exec(headers.get("keep-alive") ?? "")?.[1]);
  const caddyfile = readFileSync(new URL("../Caddyfile", import.meta.url), "utf8");
  const own = Number(/keepalive (\d+)s/.exec(caddyfile)?.[1]);
  const caddyDefault = 120;
  expect(seconds).toBeGreaterThan(Math.max(own, caddyDefault));
});

const systemError = (fields: object) => Object.assign(new Error("original message"), fields);

describe("startupErrorMessage", () => {
  it.each([
    [
      systemError({ code: "EADDRINUSE", port: 3000 }),
      "Port 3000 is taken by another program. Stop it, or choose another: PORT=3001 npm start",
    ],
    [
      systemError({ code: "EACCES", syscall: "listen", port: 80 }),
      "This user may not listen on port 80. Choose one above 1023: PORT=3000 npm start",
    ],
    [
      systemError({ code: "EACCES", syscall: "mkdir", path: "/srv/data" }),
      "No permission to write /srv/data. Choose another place: DATA_DIR=/path npm start",
    ],
    [
      systemError({ code: "EROFS", path: "/data" }),
      "/data is read-only. Choose another place: DATA_DIR=/path npm start",
    ],
    [
      systemError({ code: "ENOENT", syscall: "mkdir", path: "/proc/nope" }),
      "The directory /proc/nope cannot be created. Choose another place: DATA_DIR=/path npm start",
    ],
    [systemError({ code: "ENOENT", syscall: "open" }), "original message"],
    [systemError({ code: "ENOSPC" }), "The disk is full."],
    [systemError({ code: "EWHATEVER" }), "original message"],
    ["thrown text", "thrown text"],
  ])("%s", (error, message) => expect(startupErrorMessage(error)).toBe(message));
});
