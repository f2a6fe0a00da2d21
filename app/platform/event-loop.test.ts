import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createYield } from "./event-loop.server.ts";

test("connections are accepted before long work begins, and between its parts", async () => {
  const order: string[] = [];
  const server = createServer((socket) => {
    order.push("connection");
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const yieldToOthers = createYield();
  const work = async (name: string) => {
    await yieldToOthers();
    order.push(name);
  };
  const connectTen = () => Array.from({ length: 10 }, () => connect(port, "127.0.0.1"));
  const sockets = connectTen();
  await Promise.all([work("first").then(() => void sockets.push(...connectTen())), work("second")]);
  const ten = Array.from({ length: 10 }, () => "connection");
  expect(order).toEqual([...ten, "first", ...ten, "second"]);
  for (const socket of sockets) socket.destroy();
  server.close();
});
