import http from "node:http";
import type { AddressInfo } from "node:net";
import { StripeFailure } from "./errors.ts";
import { checkoutPage } from "./checkout.ts";
import { checkParameters } from "./accepted-params.ts";
import { present } from "./expand.ts";
import { withoutHidden } from "./hidden-fields.ts";
import { parseParams, type Params } from "./params.ts";
import { hostedInvoicePage } from "./hosted-invoice-page.ts";
import { portalPage } from "./portal.ts";
import { findRoute } from "./routes.ts";
import { fingerprint, StripeState, type StoredAnswer, type StripeEvent } from "./state.ts";
import { stripeJsStub } from "./stripe-js.ts";
import { advanceTo } from "./test-clocks.ts";
import { deliver, WebhookSender, type Disturbance, type WebhookTarget } from "./webhooks.ts";

/** A fault before the call takes effect, or after it (the response is lost, or never comes). */
interface StripeFault {
  method: string;
  path: RegExp;
  kind: "status" | "drop-before" | "drop-after" | "hang-before" | "hang-after";
  status?: number;
  times?: number;
}

export interface StripeDouble {
  origin: string;
  state: StripeState;
  /** Activates a fault. Resolves when it has struck. */
  fail(fault: StripeFault): Promise<void>;
  /** Removes the faults that have not struck. */
  heal(): void;
  /** Sets the receiver of events; `null` keeps them for `send`. */
  webhook(target: WebhookTarget | null): void;
  /** Lets events get lost, repeat or wait from now on; `{}` ends it. */
  disturb(disturbance: Disturbance): void;
  /** Delivers the events that wait, one by one. */
  release(order?: { newestFirst?: boolean }): Promise<void>;
  /** Resolves when no event is being delivered. */
  settled(): Promise<void>;
  /** Stops the double's time, or moves it on: renewals, retries and ends until then happen in order. */
  advanceTo(time: Date): void;
  /** Delivers a recorded event, possibly again. Resolves to the receiver's status. */
  send(event: StripeEvent, target: WebhookTarget): Promise<number>;
  close(): Promise<void>;
}

export type { StripeEvent } from "./state.ts";

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

async function readBody(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function expandList(params: Params): string[] {
  const expand = params["expand"];
  if (!expand) return [];
  return Object.values(expand).filter((path): path is string => typeof path === "string");
}

function failureAnswer(error: unknown): Omit<StoredAnswer, "fingerprint"> {
  if (error instanceof StripeFailure) return { status: error.status, body: { error: error.fields } };
  return { status: 500, body: { error: { type: "api_error", message: String(error) } } };
}

function authorised(request: http.IncomingMessage, path: string): boolean {
  const publishable =
    path === "/v1/payment_methods" || path.endsWith("/confirm") || path.startsWith("/test/");
  return publishable || /^(?:Bearer (?:sk|rk)_|Basic )/.test(request.headers.authorization ?? "");
}

function perform(
  state: StripeState,
  origin: string,
  method: string,
  path: string,
  params: Params,
): Omit<StoredAnswer, "fingerprint"> {
  const route = findRoute(method, path);
  if (!route) {
    state.unknownRequests.push(`${method} ${path}`);
    return {
      status: 404,
      body: {
        error: { type: "invalid_request_error", message: `Unrecognized request URL (${method}: ${path}).` },
      },
    };
  }
  try {
    checkParameters(route.call, params, route.accepts);
  } catch (error) {
    const answer = failureAnswer(error);
    state.unknownRequests.push(`${method} ${path}: ${(error as Error).message}`);
    return answer;
  }
  try {
    const object = route.handler({ state, params, id: route.id, origin });
    return { status: 200, body: present(state, object, expandList(params)) };
  } catch (error) {
    const answer = failureAnswer(error);
    return { ...answer, body: withoutHidden(answer.body) };
  }
}

/** Same key and parameters: the first response again. Same key, other parameters: an error (Stripe, "Idempotent requests"). */
function performOnce(
  state: StripeState,
  origin: string,
  key: string | undefined,
  method: string,
  path: string,
  params: Params,
) {
  if (!key) return perform(state, origin, method, path, params);
  const print = fingerprint(method, path, params);
  const known = state.answers.get(key);
  if (known && known.fingerprint !== print) {
    return {
      status: 400,
      body: {
        error: {
          type: "idempotency_error",
          message: "Keys for idempotent requests can only be used with the same parameters.",
        },
      },
    };
  }
  if (known) return known;
  const answer = perform(state, origin, method, path, params);
  if (answer.status < 500) state.answers.set(key, { fingerprint: print, ...answer });
  return answer;
}

/** Starts a stateful double of api.stripe.com on loopback. `GET /stripe.js` is its double of Stripe.js. */
export async function startStripeDouble(options: { port?: number } = {}): Promise<StripeDouble> {
  const state = new StripeState();
  const faults: (StripeFault & { hit: () => void })[] = [];
  const sender = new WebhookSender();
  let origin = "";
  state.onEvent = (event) => sender.post(event);

  const takeFault = (method: string, path: string) => {
    const fault = faults.find((f) => f.method === method && f.path.test(path) && (f.times ?? 1) > 0);
    if (fault) fault.times = (fault.times ?? 1) - 1;
    return fault;
  };

  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://double");
    const method = request.method ?? "GET";
    const reply = (status: number, body: string, type = "application/json") =>
      response.writeHead(status, { "content-type": type, "request-id": "req_double", ...CORS }).end(body);
    if (method === "OPTIONS") return void reply(204, "");
    if (url.pathname.startsWith("/hosted-invoice/"))
      return void reply(200, hostedInvoicePage(state, method, url.pathname), "text/html");
    if (url.pathname === "/stripe.js") return void reply(200, stripeJsStub(origin), "text/javascript");
    const params = { ...parseParams(url.search.slice(1)), ...parseParams(await readBody(request)) };
    const pageOf = url.pathname.startsWith("/portal/")
      ? portalPage
      : url.pathname.startsWith("/checkout/")
        ? checkoutPage
        : null;
    if (pageOf) {
      const page = pageOf(state, { method, path: url.pathname, params });
      if ("html" in page) return void reply(200, page.html, "text/html");
      return void response.writeHead(303, { location: page.location }).end();
    }
    const fault = takeFault(method, url.pathname);
    if (fault?.kind.endsWith("-before")) {
      if (fault.kind === "drop-before") request.socket.destroy();
      return fault.hit();
    }
    if (fault?.kind === "status") {
      return void reply(
        fault.status ?? 500,
        JSON.stringify({ error: { type: "api_error", message: "Injected fault" } }),
      );
    }
    if (!authorised(request, url.pathname)) {
      return void reply(
        401,
        JSON.stringify({ error: { type: "authentication_error", message: "Invalid API Key provided" } }),
      );
    }
    const key = request.headers["idempotency-key"];
    const answer = performOnce(
      state,
      origin,
      typeof key === "string" ? key : undefined,
      method,
      url.pathname,
      params,
    );
    if (fault) {
      if (fault.kind === "drop-after") request.socket.destroy();
      return fault.hit();
    }
    reply(answer.status, JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    state,
    fail: (fault) => new Promise<void>((hit) => void faults.push({ ...fault, hit })),
    heal: () => void (faults.length = 0),
    webhook: (target) => void (sender.target = target),
    disturb: (disturbance) => void (sender.disturbance = disturbance),
    release: (order) => sender.release(order),
    settled: () => sender.settled(),
    advanceTo: (time) => advanceTo(state, Math.floor(time.getTime() / 1000)),
    send: (event, target) => deliver(event, target),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
