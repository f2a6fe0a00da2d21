import { createHash } from "node:crypto";
import http from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, ErrorReply, RESP_TYPES } from "@redis/client";
import { listen } from "./listen.ts";
import { startRedisServer } from "./redis-server.ts";

export interface UpstashStandIn {
  url: string;
  token: string;
  /** Every received command. */
  commands: readonly (readonly string[])[];
  /** While true, connections are dropped. */
  away(isAway: boolean): void;
  /** Kills the Redis behind it and starts it again after `downMs`. */
  restart(downMs: number): Promise<void>;
  close(): Promise<void>;
}

/** A status such as OK is a Buffer and a stored text a string: the service distinguishes the two. */
type Reply = number | string | Buffer | null | ErrorReply | Reply[];
type Answer = { result: Reply } | { error: string };
type Run = (command: string[]) => Promise<Reply>;

/** Encodes a reply as the service does: texts in base64 on request, a status unchanged. */
function readable(reply: Reply, base64: boolean): Reply {
  if (Buffer.isBuffer(reply)) return reply.toString();
  if (typeof reply === "string") return base64 ? Buffer.from(reply).toString("base64") : reply;
  return Array.isArray(reply) ? reply.map((one) => readable(one, base64)) : reply;
}

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

/** Upstash's own flag in the first line of its libraries' scripts, which Redis rejects. */
const OWN_FLAG = /^#!lua flags=allow-key-locking\n/;

/** Removes Upstash's flag from scripts, and maps the hash that the libraries use to that of the changed script. */
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

/** Runs a transaction on the single connection, without commands of other requests in between. */
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

/** Returns the response of Upstash's REST API; Redis runs the commands. */
async function answerRest(path: string, body: unknown, run: Run): Promise<Answer | Answer[]> {
  const commands = path === "/" ? [body] : body;
  const isCommand = (command: unknown): command is unknown[] => Array.isArray(command) && command.length > 0;
  if (!Array.isArray(commands) || !commands.every(isCommand)) return { error: "ERR failed to parse command" };
  const texts = commands.map((command) => command.map(String));
  if (path === "/multi-exec") return transaction(run, texts);
  const answers = await Promise.all(texts.map((command) => settled(run(command))));
  return path === "/pipeline" ? answers : (answers[0] as Answer);
}

/** Starts Upstash's REST API in front of a real redis-server, for the real `@upstash/redis` and `@upstash/ratelimit`. */
export async function startUpstashStandIn({ isDurable = false, port = 0 } = {}): Promise<UpstashStandIn> {
  const token = "token of the stand-in";
  const redisServer = await startRedisServer({ isDurable });
  const redis = createClient({
    socket: { path: redisServer.socket, tls: false, reconnectStrategy: 100 },
    // While Redis is away, commands fail.
    disableOfflineQueue: true,
  });
  redis.on("error", () => {});
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
    if (isAway || !redis.isReady) return void request.socket.destroy();
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { error: "Unauthorized" });
    const path = request.url ?? "/";
    if (request.method !== "POST" || !["/", "/pipeline", "/multi-exec"].includes(path))
      return send(404, { error: `The stand-in does not know ${request.method} ${path}` });
    const body: unknown = await json(request).catch(() => null);
    const answer = await answerRest(path, body, run);
    const base64 = request.headers["upstash-encoding"] === "base64";
    send("error" in answer ? 400 : 200, readableAnswers(answer, base64));
  });
  const { origin, close } = await listen(server, port);
  return {
    url: origin,
    token,
    commands,
    away: (yes) => void (isAway = yes),
    async restart(downMs) {
      await redisServer.restart(downMs);
      while (!redis.isReady) await sleep(10);
    },
    async close() {
      await close();
      redis.destroy();
      await redisServer.close();
    },
  };
}
