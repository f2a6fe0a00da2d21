import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { context, SpanKind, SpanStatusCode, trace, type Span, type Tracer } from "@opentelemetry/api";

/** A request as undici, which `fetch` is made of, tells of it. */
interface FetchRequest {
  origin: string | URL;
  path: string;
  method: string;
}

/** Parts of a path that are plain words; ids, tokens and versions are left out. */
const WORD = /^[a-z][a-z_-]{1,30}$/;

function nameOf(method: string, host: string, path: string): string {
  const words = (path.split("?", 1)[0] ?? "").split("/").filter((part) => WORD.test(part));
  return `${method} ${host}/${words.join("/")}`;
}

/**
 * Spans for what the site asks of others (content store, card payment, sign-in, Redis), whichever client asks: Node tells of
 * every request on its diagnostics channels. `except` is the host of the collector itself.
 */
export function traceOutbound(tracer: Tracer, except: string): void {
  const spans = new WeakMap<object, Span>();

  const begin = (key: object, method: string, host: string, path: string): void => {
    // What no visitor waits for has no trace to stand in.
    if (host === except || !trace.getSpan(context.active())) return;
    const attributes = { "http.request.method": method, "server.address": host };
    spans.set(key, tracer.startSpan(nameOf(method, host, path), { kind: SpanKind.CLIENT, attributes }));
  };
  const end = (key: object, status?: number): void => {
    const span = spans.get(key);
    if (!span) return;
    spans.delete(key);
    if (status !== undefined) span.setAttribute("http.response.status_code", status);
    if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };

  subscribe("undici:request:create", (message) => {
    const { request } = message as { request: FetchRequest };
    begin(request, request.method, new URL(String(request.origin)).host, request.path);
  });
  subscribe("undici:request:headers", (message) => {
    const { request, response } = message as { request: FetchRequest; response: { statusCode: number } };
    end(request, response.statusCode);
  });
  subscribe("undici:request:error", (message) => end((message as { request: FetchRequest }).request));

  subscribe("http.client.request.start", (message) => {
    const { request } = message as { request: ClientRequest };
    begin(request, request.method, String(request.getHeader("host") ?? request.host), request.path);
  });
  subscribe("http.client.response.finish", (message) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    end(request, response.statusCode);
  });
  subscribe("http.client.request.error", (message) => end((message as { request: ClientRequest }).request));
}

/** The same for the content lake in this process, which no socket leads to. */
export function traceLake(tracer: Tracer, ask: (request: Request) => Promise<Response>): typeof ask {
  return async (request) => {
    if (!trace.getSpan(context.active())) return ask(request);
    const attributes = { "http.request.method": request.method };
    const span = tracer.startSpan(nameOf(request.method, "", new URL(request.url).pathname), {
      kind: SpanKind.CLIENT,
      attributes,
    });
    try {
      const response = await ask(request);
      span.setAttribute("http.response.status_code", response.status);
      if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return response;
    } finally {
      span.end();
    }
  };
}
