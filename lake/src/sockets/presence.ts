import { randomBytes } from "node:crypto";
import type { WebSocket } from "ws";
import { isJsonObject } from "../mutations/json.ts";
import type { JsonObject } from "../mutations/json.ts";

const HEARTBEAT = "♥";
const HEARTBEAT_MS = 10_000;
const MAX_SUBSCRIPTIONS = 16;

interface Guest {
  socket: WebSocket;
  user: string;
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

/**
 * Tells Studios of each other: who has which document open. JSON-RPC 2.0 as `@sanity/bifur-client` speaks it. Nothing is
 * kept; each Studio says again where it is when another one asks around (`rollCall`).
 */
export class Presence {
  readonly #guests = new Set<Guest>();

  join(socket: WebSocket, user: string): void {
    const guest: Guest = { socket, user, session: null, subscriptions: new Set() };
    this.#guests.add(guest);
    socket.send(HEARTBEAT);
    const beating = setInterval(() => socket.send(HEARTBEAT), HEARTBEAT_MS);
    beating.unref();
    socket.on("message", (data) => {
      const call = parse(String(data));
      if (!call) return socket.close(1003, "Not understood");
      const answer = this.#answer(guest, call);
      const { id } = call;
      const error = { code: -32_601, message: "Method not found" };
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, ...(answer ?? { error }) }));
    });
    socket.on("close", () => {
      clearInterval(beating);
      this.#guests.delete(guest);
      this.#leave(guest, guest.session);
    });
  }

  #answer(guest: Guest, { method, params }: Call): { result: unknown } | null {
    switch (method) {
      case "presence_subscribe": {
        const id = randomBytes(8).toString("hex");
        if (guest.subscriptions.size < MAX_SUBSCRIPTIONS) guest.subscriptions.add(id);
        return { result: id };
      }
      case "presence_unsubscribe":
        return { result: guest.subscriptions.delete(String(params["subscriptionId"])) };
      case "presence_rollcall":
        guest.session = params["session"];
        this.#tell(guest, { type: "rollCall", i: guest.user, session: guest.session });
        return { result: true };
      case "presence_announce": {
        const data = isJsonObject(params["data"]) ? params["data"] : {};
        guest.session = data["sessionId"];
        this.#tell(guest, { type: "state", i: guest.user, m: data });
        return { result: true };
      }
      case "presence_disconnect":
        this.#leave(guest, params["session"]);
        return { result: true };
      default:
        return null;
    }
  }

  #leave(guest: Guest, session: unknown): void {
    if (session) this.#tell(guest, { type: "disconnect", i: guest.user, m: { session } });
  }

  #tell(from: Guest, result: object): void {
    for (const guest of this.#guests) {
      if (guest === from) continue;
      for (const subscription of guest.subscriptions) {
        const params = { subscription, result };
        guest.socket.send(JSON.stringify({ jsonrpc: "2.0", method: "presence_subscription", params }));
      }
    }
  }
}
