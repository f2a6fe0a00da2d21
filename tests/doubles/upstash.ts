import http from "node:http";
import type { AddressInfo } from "node:net";
import { Keys } from "./upstash-keys.ts";

export interface UpstashDouble {
  url: string;
  token: string;
  /** Every command so far, as it was sent. */
  commands: readonly (readonly string[])[];
  /** Drops connections instead of answering, until told otherwise. */
  away(isAway: boolean): void;
  close(): Promise<void>;
}

type Answer = number | string | null | Answer[];

interface StreamEntry {
  id: string;
  fields: string[];
}

/** Redis' streams, as far as the site uses them. */
class Streams {
  readonly #streams = new Map<string, StreamEntry[]>();
  #clock = 0;

  add([key = "", ...rest]: string[]): string {
    const bound = rest[0] === "MAXLEN" ? Number(rest[2]) : Infinity;
    const [id, ...fields] = rest[0] === "MAXLEN" ? rest.slice(3) : rest;
    if (id !== "*") throw new Error("Only ids that the server makes are known here.");
    this.#clock += 1;
    const entry = { id: `${1_700_000_000_000 + this.#clock}-0`, fields };
    const entries = [...(this.#streams.get(key) ?? []), entry];
    this.#streams.set(key, entries.slice(-bound));
    return entry.id;
  }

  range([key = "", from = "-", _to, _count, count = "1000"]: string[], backwards: boolean): Answer {
    const all = this.#streams.get(key) ?? [];
    const wanted = backwards ? all.toReversed() : all.filter(({ id }) => from === "-" || id > from.slice(1));
    return wanted.slice(0, Number(count)).map(({ id, fields }) => [id, fields]);
  }
}

function run(streams: Streams, keys: Keys, [name = "", ...args]: string[]): Answer {
  const answer = keys.run(name.toUpperCase(), args);
  if (answer !== undefined) return answer;
  switch (name.toUpperCase()) {
    case "XADD":
      return streams.add(args);
    case "XRANGE":
      return streams.range(args, false);
    case "XREVRANGE":
      return streams.range(args, true);
    default:
      throw new Error(`The double does not know ${name}.`);
  }
}

/** As the service sends texts when it is asked to: in base64. */
function encoded(answer: Answer): Answer {
  if (typeof answer === "string") return Buffer.from(answer).toString("base64");
  return Array.isArray(answer) ? answer.map(encoded) : answer;
}

async function bodyOf(request: http.IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

/** A stand-in for Upstash's REST API, for the real `@upstash/redis`. An unknown command is answered with an error. */
export async function startUpstashDouble(): Promise<UpstashDouble> {
  const token = "token of the double";
  const streams = new Streams();
  const keys = new Keys();
  const commands: string[][] = [];
  let isAway = false;

  const answer = (command: unknown[], base64: boolean) => {
    const texts = command.map(String);
    commands.push(texts);
    try {
      const result = run(streams, keys, texts);
      return { result: base64 ? encoded(result) : result };
    } catch (error) {
      return { error: (error as Error).message };
    }
  };

  const server = http.createServer(async (request, response) => {
    if (isAway) return void request.socket.destroy();
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { error: "Unauthorized" });
    const base64 = request.headers["upstash-encoding"] === "base64";
    const body = (await bodyOf(request)) as unknown[];
    if (request.url === "/pipeline" || request.url === "/multi-exec")
      return send(
        200,
        body.map((command) => answer(command as unknown[], base64)),
      );
    const one = answer(body, base64);
    send("error" in one ? 400 : 200, one);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    commands,
    away: (yes) => void (isAway = yes),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
