import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, json } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

// Bare node:http with one response, the reference of other benchmarks. As a program it reads the response from standard input.

interface Answer {
  /** Names and values in turn. */
  head: string[];
  /** Base64. */
  body: string;
}

/** Set by node:http itself, on both sides. */
const OWN = new Set(["date", "connection", "keep-alive"]);

/** Starts bare node:http that sends the current response of `url` to every request: same headers, same bytes. */
export async function startRawServer(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; url: string; bytes: number }> {
  const asked = get(url, { headers });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const body = await buffer(response);
  const pairs = Object.entries(response.headers).filter(([name]) => !OWN.has(name));
  const head = pairs.flatMap(([name, value]) => [name, String(value)]);
  const answer: Answer = { head, body: body.toString("base64") };
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(answer));
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return { child, url: `http://127.0.0.1:${String(port).trim()}/`, bytes: body.length };
}

if (import.meta.main) {
  const { head, body } = (await json(process.stdin)) as Answer;
  const bytes = Buffer.from(body, "base64");
  const server = createServer((_request, response) => response.writeHead(200, head).end(bytes));
  // On all addresses, as the site listens.
  server.listen(0, () => console.log((server.address() as AddressInfo).port));
}
