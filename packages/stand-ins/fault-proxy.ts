import http from "node:http";
import { listen } from "./listen.ts";

/** What goes wrong with a matching request instead of reaching the service. */
export type Fault =
  /** A text is sent as it is, anything else as JSON. */
  | { kind: "status"; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: "drop" }
  | { kind: "hang" }
  /** The service gets the request late, after so many ms. */
  | { kind: "delay"; ms: number }
  /** The service gets the request; the response never arrives. */
  | { kind: "hang-after" }
  /** The service gets the request; the connection breaks before the response: the classic case for idempotency. */
  | { kind: "lose-answer" };

interface FaultRule {
  method?: string;
  path: RegExp;
  fault: Fault;
  /** How many requests it affects; all by default. */
  times?: number;
}

interface Seen {
  request: string;
  token: string | undefined;
  headers: http.IncomingHttpHeaders;
}

export interface FaultProxy {
  origin: string;
  /** Every request seen since the last `clear`, as `METHOD /path`. */
  seen: readonly string[];
  /** The same requests with their bearer tokens and headers. */
  ledger: readonly Seen[];
  /** Activates a fault. Resolves when it has struck: for `hang-after` and `lose-answer` after the service has responded. */
  fail(rule: FaultRule): Promise<void>;
  clear(): void;
  close(): Promise<void>;
}

const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "host"]);

function forwardHeaders(headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}

type ArmedRule = FaultRule & { hit: () => void };

function takeRule(rules: ArmedRule[], method: string, path: string): ArmedRule | undefined {
  const rule = rules.find((r) => (r.method ?? method) === method && r.path.test(path) && (r.times ?? 1) > 0);
  if (rule?.times !== undefined) rule.times -= 1;
  return rule;
}

function isAfter(fault: Fault): boolean {
  return fault.kind === "lose-answer" || fault.kind === "hang-after";
}

function answerFault(fault: Fault, request: http.IncomingMessage, response: http.ServerResponse): void {
  if (fault.kind === "drop") request.socket.destroy();
  if (fault.kind === "status") {
    request.resume();
    response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
    const body = fault.body ?? { statusCode: fault.status, error: "Fault", message: "Injected fault" };
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }
}

function forward(
  target: URL,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  rule: ArmedRule | undefined,
): void {
  const upstream = http.request(
    {
      host: target.hostname,
      port: target.port,
      method: request.method,
      path: request.url,
      headers: forwardHeaders(request.headers),
    },
    (answer) => {
      if (rule) {
        answer.resume().on("end", () => {
          if (rule.fault.kind === "lose-answer") request.socket.destroy();
          rule.hit();
        });
        return;
      }
      response.writeHead(answer.statusCode ?? 502, forwardHeaders(answer.headers));
      answer.pipe(response);
    },
  );
  upstream.on("error", () => request.socket.destroy());
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
}

/**
 * Starts a proxy in front of a service, with faults on demand: what a client does in an outage is seen without replacing anything in it.
 */
export async function startFaultProxy(targetOrigin: string, { port = 0 } = {}): Promise<FaultProxy> {
  const target = new URL(targetOrigin);
  let rules: ArmedRule[] = [];
  let ledger: Seen[] = [];
  const server = http.createServer((request, response) => {
    const path = request.url ?? "/";
    const method = request.method ?? "GET";
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    ledger.push({ request: `${method} ${path}`, token, headers: request.headers });
    const rule = takeRule(rules, method, path);
    if (!rule || isAfter(rule.fault)) return forward(target, request, response, rule);
    if (rule.fault.kind === "delay") {
      setTimeout(() => forward(target, request, response, undefined), rule.fault.ms);
      return rule.hit();
    }
    answerFault(rule.fault, request, response);
    rule.hit();
  });
  return {
    ...(await listen(server, port)),
    get seen() {
      return ledger.map(({ request }) => request);
    },
    get ledger() {
      return ledger;
    },
    fail: (rule) => new Promise<void>((hit) => void rules.push({ ...rule, hit })),
    clear() {
      rules = [];
      ledger = [];
    },
  };
}
