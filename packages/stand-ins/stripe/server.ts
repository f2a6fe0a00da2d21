import http from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "../listen.ts";
import { checkParameters } from "./accepted-params.ts";
import { checkoutPage } from "./checkout.ts";
import { StripeFailure, type StripeErrorFields } from "./errors.ts";
import { present } from "./expand.ts";
import { hostedInvoicePage, type Page, type PageRequest } from "./pages.ts";
import { parseParams, type Params } from "./params.ts";
import { portalPage } from "./portal.ts";
import { findRoute } from "./routes.ts";
import { fingerprint, StripeState, type StripeEvent } from "./state.ts";
import { stripeJsStub } from "./stripe-js.ts";
import { advanceTo } from "./test-clocks.ts";
import { withoutHidden } from "./unmodelled.ts";
import { deliver, WebhookSender, type Disturbance, type WebhookTarget } from "./webhooks.ts";

/** A fault before the call takes effect, or after it (the response is lost, or never comes). */
interface StripeFault {
  method: string;
  path: RegExp;
  kind: "status" | "drop-before" | "drop-after" | "hang-before" | "hang-after";
  status?: number;
  times?: number;
}

export interface StripeStandIn {
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
  /** Stops the stand-in's time, or moves it on: renewals, retries and ends until then happen in order. */
  advanceTo(time: Date): void;
  /** Delivers a recorded event, possibly again. Resolves to the receiver's status. */
  send(event: StripeEvent, target: WebhookTarget): Promise<number>;
  close(): Promise<void>;
}

export { testCardLines } from "./cards.ts";
export type { StripeEvent } from "./state.ts";

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

function expandList(params: Params): string[] {
  const expand = params["expand"];
  if (!expand) return [];
  return Object.values(expand).filter((path): path is string => typeof path === "string");
}

interface Answer {
  status: number;
  body: unknown;
}

const answerOf = (status: number, fields: StripeErrorFields): Answer => ({ status, body: { error: fields } });

const failureAnswer = (error: unknown): Answer =>
  error instanceof StripeFailure
    ? answerOf(error.status, error.fields)
    : answerOf(500, { type: "api_error", message: String(error) });

function authorised(request: http.IncomingMessage, path: string): boolean {
  const publishable =
    path === "/v1/payment_methods" || path.endsWith("/confirm") || path.startsWith("/test/");
  return publishable || /^(?:Bearer (?:sk|rk)_|Basic )/.test(request.headers.authorization ?? "");
}

interface ApiRequest {
  method: string;
  path: string;
  params: Params;
  /** Of `Idempotency-Key`. */
  key: string | undefined;
}

function perform(state: StripeState, origin: string, { method, path, params }: ApiRequest): Answer {
  const route = findRoute(method, path);
  if (!route) {
    state.unknownRequests.push(`${method} ${path}`);
    const message = `Unrecognized request URL (${method}: ${path}).`;
    return answerOf(404, { type: "invalid_request_error", message });
  }
  try {
    checkParameters(route.call, params, route.accepts);
  } catch (error) {
    state.unknownRequests.push(`${method} ${path}: ${(error as Error).message}`);
    return failureAnswer(error);
  }
  try {
    const object = route.handler(state, params, { id: route.id, origin });
    return { status: 200, body: present(state, object, expandList(params)) };
  } catch (error) {
    const { status, body } = failureAnswer(error);
    return { status, body: withoutHidden(body) };
  }
}

/** Same key and parameters: the first response again. Same key, other parameters: an error (Stripe, "Idempotent requests"). */
function performOnce(state: StripeState, origin: string, request: ApiRequest): Answer {
  const { key, method, path, params } = request;
  if (!key) return perform(state, origin, request);
  const print = fingerprint(method, path, params);
  const known = state.answers.get(key);
  if (known && known.fingerprint !== print) {
    const message = "Keys for idempotent requests can only be used with the same parameters.";
    return answerOf(400, { type: "idempotency_error", message });
  }
  if (known) return known;
  const answer = perform(state, origin, request);
  if (answer.status < 500) state.answers.set(key, { fingerprint: print, ...answer });
  return answer;
}

/** Pages that people see, by the first part of their path. */
const PAGES = new Map<string | undefined, (state: StripeState, request: PageRequest) => Page>([
  ["hosted-invoice", hostedInvoicePage],
  ["portal", portalPage],
  ["checkout", checkoutPage],
]);

/** Starts a stateful stand-in of api.stripe.com on loopback. `GET /stripe.js` is its stand-in of Stripe.js. */
export async function startStripeStandIn(options: { port?: number } = {}): Promise<StripeStandIn> {
  const state = new StripeState();
  const faults: (StripeFault & { hit: () => void })[] = [];
  const sender = new WebhookSender();
  state.onEvent = (event) => sender.post(event);

  const takeFault = (method: string, path: string) => {
    const fault = faults.find((f) => f.method === method && f.path.test(path) && (f.times ?? 1) > 0);
    if (fault) fault.times = (fault.times ?? 1) - 1;
    return fault;
  };

  const server = http.createServer(async (request, response) => {
    const { pathname: path, search } = new URL(request.url ?? "/", "http://stand-in");
    const method = request.method ?? "GET";
    const reply = (status: number, body: string, type = "application/json"): void =>
      void response
        .writeHead(status, { "content-type": type, "request-id": "req_double", ...CORS })
        .end(body);
    const send = ({ status, body }: Answer): void => reply(status, JSON.stringify(body));
    if (method === "OPTIONS") return reply(204, "");
    if (path === "/stripe.js") return reply(200, stripeJsStub(origin), "text/javascript");
    const params = { ...parseParams(search.slice(1)), ...parseParams(await text(request)) };
    const page = PAGES.get(path.split("/")[1])?.(state, { method, path, params });
    if (page && "html" in page) return reply(200, page.html, "text/html");
    if (page) return void response.writeHead(303, { location: page.location }).end();
    const fault = takeFault(method, path);
    if (fault?.kind.endsWith("-before")) {
      if (fault.kind === "drop-before") request.socket.destroy();
      return fault.hit();
    }
    if (fault?.kind === "status") {
      send(answerOf(fault.status ?? 500, { type: "api_error", message: "Injected fault" }));
      return fault.hit();
    }
    if (!authorised(request, path))
      return send(answerOf(401, { type: "authentication_error", message: "Invalid API Key provided" }));
    const key = request.headers["idempotency-key"]?.toString();
    const answer = performOnce(state, origin, { method, path, params, key });
    if (!fault) return send(answer);
    if (fault.kind === "drop-after") request.socket.destroy();
    fault.hit();
  });
  const { origin, close } = await listen(server, options.port ?? 0);
  state.origin = origin;

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
    close,
  };
}
