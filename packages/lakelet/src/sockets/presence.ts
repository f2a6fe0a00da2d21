import { randomBytes } from "node:crypto";
import type { WebSocket } from "ws";
import { isJsonObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";
import { NO_PRIVATE_TYPES, visibleTo } from "../model/role.ts";
import type { PrivateTypes, Sees } from "../model/role.ts";
import type { SocketUser } from "./streams.ts";

const HEARTBEAT = "♥";
const HEARTBEAT_MS = 10_000;
const MAX_SUBSCRIPTIONS = 16;

interface Client {
  socket: WebSocket;
  user: SocketUser;
  session: unknown;
  subscriptions: Set<string>;
}

interface Call {
  id: unknown;
  method: string;
  params: JsonObject;
}

function parse(data: string): Call | null {
  try {
    const message: unknown = JSON.parse(data);
    if (!isJsonObject(message) || typeof message["method"] !== "string") return null;
    const params = isJsonObject(message["params"]) ? message["params"] : {};
    return { id: message["id"], method: message["method"], params };
  } catch {
    return null;
  }
}

/** Returns a message without the places of documents that its recipient may not see. */
function visibleResult(result: object, sees: Sees): object {
  if (!("m" in result) || !isJsonObject(result.m) || !Array.isArray(result.m["locations"])) return result;
  const locations = (result.m["locations"] as unknown[]).filter(
    (place) => isJsonObject(place) && (typeof place["documentId"] !== "string" || sees(place["documentId"])),
  );
  return { ...result, m: { ...result.m, locations } };
}

/**
 * Presence: shows in each Studio who has which document open. JSON-RPC 2.0 as `@sanity/bifur-client` speaks it. Nothing is
 * stored; each Studio announces its location again on `rollCall`.
 */
export class Presence {
  readonly #clients = new Set<Client>();
  readonly #privateTypes: PrivateTypes;

  constructor(privateTypes: PrivateTypes = NO_PRIVATE_TYPES) {
    this.#privateTypes = privateTypes;
  }

  join(socket: WebSocket, user: SocketUser): void {
    const client: Client = { socket, user, session: null, subscriptions: new Set() };
    this.#clients.add(client);
    socket.send(HEARTBEAT);
    const beating = setInterval(() => socket.send(HEARTBEAT), HEARTBEAT_MS);
    beating.unref();
    socket.on("message", (data) => {
      const call = parse(String(data));
      if (!call) return socket.close(1003, "Not understood");
      const answer = this.#answer(client, call);
      const { id } = call;
      const error = { code: -32_601, message: "Method not found" };
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, ...(answer ?? { error }) }));
    });
    socket.on("close", () => {
      clearInterval(beating);
      this.#clients.delete(client);
      this.#leave(client, client.session);
    });
  }

  #answer(client: Client, { method, params }: Call): { result: unknown } | null {
    switch (method) {
      case "presence_subscribe": {
        const id = randomBytes(8).toString("hex");
        if (client.subscriptions.size < MAX_SUBSCRIPTIONS) client.subscriptions.add(id);
        return { result: id };
      }
      case "presence_unsubscribe":
        return { result: client.subscriptions.delete(String(params["subscriptionId"])) };
      case "presence_rollcall":
        client.session = params["session"];
        this.#tell(client, { type: "rollCall", i: client.user.id, session: client.session });
        return { result: true };
      case "presence_announce": {
        const data = isJsonObject(params["data"]) ? params["data"] : {};
        client.session = data["sessionId"];
        this.#tell(client, { type: "state", i: client.user.id, m: data });
        return { result: true };
      }
      case "presence_disconnect":
        this.#leave(client, params["session"]);
        return { result: true };
      default:
        return null;
    }
  }

  #leave(client: Client, session: unknown): void {
    if (session) this.#tell(client, { type: "disconnect", i: client.user.id, m: { session } });
  }

  #tell(from: Client, result: object): void {
    for (const client of this.#clients) {
      if (client === from) continue;
      const seen = visibleResult(result, visibleTo(client.user, this.#privateTypes));
      for (const subscription of client.subscriptions) {
        const params = { subscription, result: seen };
        client.socket.send(JSON.stringify({ jsonrpc: "2.0", method: "presence_subscription", params }));
      }
    }
  }
}
