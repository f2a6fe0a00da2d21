import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

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
  const answer = {
    head: pairs.flatMap(([name, value]) => [name, String(value)]),
    body: body.toString("base64"),
  };
  const script = fileURLToPath(new URL("../raw-server.ts", import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(answer));
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return { child, url: `http://127.0.0.1:${String(port).trim()}/`, bytes: body.length };
}
