import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { createClient, ErrorReply, RESP_TYPES } from "@redis/client";
import { startRedisServer } from "../../tests/support/redis-server.ts";

export interface UpstashDouble {
  url: string;
  token: string;
  /** Every command so far, as it was sent. */
  commands: readonly (readonly string[])[];
  /** Drops connections instead of answering, until told otherwise. */
  away(isAway: boolean): void;
  close(): Promise<void>;
}

/** A status such as OK comes as a buffer, a stored text as a string: the service tells the two apart. */
type Reply = number | string | Buffer | null | ErrorReply | Reply[];
type Answer = { result: Reply } | { error: string };
type Run = (command: string[]) => Promise<Reply>;

/** As the service sends texts: in base64 where that is asked for, a status as it is. */
function readable(reply: Reply, base64: boolean): Reply {
  if (Buffer.isBuffer(reply)) return reply.toString();
  if (typeof reply === "string") return base64 ? Buffer.from(reply).toString("base64") : reply;
  return Array.isArray(reply) ? reply.map((one) => readable(one, base64)) : reply;
}

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

/** A flag of Upstash's own in the first line of its libraries' scripts, which a plain Redis refuses. */
const OWN_FLAG = /^#!lua flags=allow-key-locking\n/;

/** Makes scripts of Upstash's libraries fit for Redis, under the name that the libraries give them. */
function translateScripts(): (command: string[]) => string[] {
  const names = new Map<string, string>();
  return (command) => {
    const [name = "", script = "", ...rest] = command;
    const kind = name.toUpperCase();
    if (kind === "EVALSHA") return [name, names.get(script) ?? script, ...rest];
    if (kind !== "EVAL") return command;
    const plain = script.replace(OWN_FLAG, "");
    names.set(sha1(script), sha1(plain));
    return [name, plain, ...rest];
  };
}

const answered = (reply: Reply): Answer =>
  reply instanceof ErrorReply ? { error: reply.message } : { result: reply };

const settled = (running: Promise<Reply>): Promise<Answer> =>
  running.then(answered, (error: Error) => ({ error: error.message }));

/** All or none: one after the other on the one connection, with nothing of another request in between. */
async function transaction(run: Run, commands: string[][]): Promise<Answer[] | { error: string }> {
  const sent = [["MULTI"], ...commands, ["EXEC"]].map((command) => settled(run(command)));
  const last = (await Promise.all(sent)).at(-1);
  if (!last || "error" in last) return last ?? { error: "ERR nothing to do" };
  return (last.result as Reply[]).map(answered);
}

function readableAnswers(answers: Answer | Answer[], base64: boolean): Answer | Answer[] {
  const read = (one: Answer) => ("error" in one ? one : { result: readable(one.result, base64) });
  return Array.isArray(answers) ? answers.map(read) : read(answers);
}

/** What Upstash's REST API answers; the commands themselves are Redis' own. */
async function answerRest(path: string, body: unknown, run: Run): Promise<Answer | Answer[]> {
  const commands = (path === "/" ? [body] : body) as unknown[][];
  if (!commands.every((command) => Array.isArray(command) && command.length > 0))
    return { error: "ERR failed to parse command" };
  const texts = commands.map((command) => command.map(String));
  if (path === "/multi-exec") return transaction(run, texts);
  const answers = await Promise.all(texts.map((command) => settled(run(command))));
  return path === "/pipeline" ? answers : (answers[0] as Answer);
}

/** Upstash's REST API before a real redis-server of its own, for the real `@upstash/redis` and `@upstash/ratelimit`. */
export async function startUpstashDouble(): Promise<UpstashDouble> {
  const token = "token of the double";
  const redisServer = await startRedisServer();
  const redis = createClient({ socket: { path: redisServer.socket, tls: false } });
  await redis.connect();
  const commands: string[][] = [];
  const translate = translateScripts();
  const typeMapping = { [RESP_TYPES.SIMPLE_STRING]: Buffer };
  const run: Run = (command) => {
    if (command[0] !== "MULTI" && command[0] !== "EXEC") commands.push(command);
    return redis.sendCommand<Reply>(translate(command), { typeMapping });
  };
  let isAway = false;

  const server = http.createServer(async (request, response) => {
    if (isAway) return void request.socket.destroy();
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { error: "Unauthorized" });
    const path = request.url ?? "/";
    if (request.method !== "POST" || !["/", "/pipeline", "/multi-exec"].includes(path))
      return send(404, { error: `The double does not know ${request.method} ${path}` });
    const body: unknown = await json(request).catch(() => null);
    const answer = await answerRest(path, body, run);
    const base64 = request.headers["upstash-encoding"] === "base64";
    send("error" in answer ? 400 : 200, readableAnswers(answer, base64));
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
      redis.destroy();
      await redisServer.close();
    },
  };
}
