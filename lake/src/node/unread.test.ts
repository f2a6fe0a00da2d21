import { createServer } from "node:http";
import type { Server } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { TextAnswer } from "../http/respond.ts";
import type { Answer } from "../http/respond.ts";
import { toLakeListener } from "./listener.ts";

/** More than the kernel takes over from a sender. */
const HUGE = 64 * 1024 * 1024;

let server: Server;
let socket: Socket;

afterEach(async () => {
  socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Asks for an answer and never reads it. */
async function ask(answer: Answer): Promise<void> {
  server = createServer(toLakeListener({ answer: async () => answer }, { unreadMs: 20 }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
}

const connections = (): Promise<number> =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)));

test("an answer that nobody reads is dropped", async () => {
  const sent = Promise.withResolvers<void>();
  await ask(new TextAnswer("x".repeat(HUGE), 200, {}, sent.resolve));
  await sent.promise;
  expect(await connections()).toBe(0);
});

test("a stream that nobody reads is dropped, and its source told", async () => {
  const cancelled = Promise.withResolvers<void>();
  const chunk = new Uint8Array(1024 * 1024);
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(chunk),
    cancel: () => cancelled.resolve(),
  });
  await ask(new Response(body));
  await cancelled.promise;
  await expect.poll(connections).toBe(0);
});
