import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createEventStreams } from "./shutdown.ts";

it("ends event streams and lets other responses finish", async () => {
  const slow: ServerResponse[] = [];
  const streams = createEventStreams();
  const server = createServer((request, response) => {
    streams.watch(request, response);
    response.setHeader("content-type", request.url === "/events" ? "text/event-stream" : "text/plain");
    response.write("started");
    if (request.url === "/slow") slow.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const events = await fetch(`${origin}/events`);
  const file = await fetch(`${origin}/slow`);

  streams.end();
  await expect(events.text()).rejects.toThrow("terminated");
  slow[0]?.end(" and done");
  expect(await file.text()).toBe("started and done");
  server.closeAllConnections();
  server.close();
});
