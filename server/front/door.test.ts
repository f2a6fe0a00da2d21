import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Door } from "./door.ts";

/** Tells each caller its name. */
const WORKER = `process.on("message", (_message, caller) => caller?.end(process.argv[2]));`;

let directory: string;
let door: Door;
let running: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "door-"));
  writeFileSync(join(directory, "worker.mjs"), WORKER);
  door = new Door();
});
afterEach(() => {
  door.close();
  for (const worker of running) worker.kill("SIGKILL");
  running = [];
  rmSync(directory, { recursive: true });
});

function startWorker(name: string): ChildProcess {
  const worker = fork(join(directory, "worker.mjs"), [name]);
  running.push(worker);
  door.add(worker);
  return worker;
}

const call = (port: number) => text(connect(port, "127.0.0.1"));

it("gives callers to the workers in turn", async () => {
  const port = await door.open(0, "127.0.0.1");
  startWorker("a");
  startWorker("b");
  const answers: string[] = [];
  for (let n = 0; n < 6; n++) answers.push(await call(port));
  expect(answers.join("")).toBe("ababab");
});

it("lets callers wait while there is no worker", async () => {
  const port = await door.open(0, "127.0.0.1");
  const worker = startWorker("a");
  door.remove(worker);
  const waiting = [call(port), call(port)];
  await vi.waitFor(() => expect(door.waiting).toBe(2), 15_000);
  door.add(worker);
  expect(await Promise.all(waiting)).toEqual(["a", "a"]);
});

it("gives a caller to another one when its worker is gone", async () => {
  const port = await door.open(0, "127.0.0.1");
  const gone = startWorker("a");
  startWorker("b");
  gone.disconnect();
  expect(await call(port)).toBe("b");
});

it("says when the port is taken", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  await expect(door.open(port, "127.0.0.1")).rejects.toMatchObject({ code: "EADDRINUSE", port });
  other.close();
});
