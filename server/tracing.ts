import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage, RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type SpanOptions,
  type Tracer,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { LakeFetch } from "../app/platform/content-store.server.ts";
import type { SiteBuild } from "./remix.ts";

interface TracingOptions {
  /** Origin of an OTLP/HTTP collector; spans go to `/v1/traces` below it. */
  endpoint: string;
  /** Maps a path to its route pattern, which names its span. */
  routeName: (path: string) => string;
}

/** How long a stopping process waits for a collector that does not respond. */
const SHUTDOWN_TIMEOUT_MS = 3_000;

const UNTRACED = new Set(["/healthz", "/readyz", "/metrics", "/assets/*"]);

function traceRequests(tracer: Tracer, routeName: TracingOptions["routeName"]) {
  return (listener: RequestListener): RequestListener =>
    (request, response) => {
      const route = routeName((request.url ?? "/").split("?", 1)[0] ?? "/");
      if (UNTRACED.has(route)) return listener(request, response);
      // A visitor's traceparent is not trusted: every request begins a trace.
      const span = tracer.startSpan(`${request.method} ${route}`, {
        kind: SpanKind.SERVER,
        root: true,
        attributes: { "http.request.method": request.method ?? "", "http.route": route },
      });
      response.once("close", () => {
        span.setAttribute("http.response.status_code", response.statusCode);
        span.setAttribute("request.id", String(response.getHeader("x-request-id") ?? ""));
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(trace.setSpan(context.active(), span), () => listener(request, response));
    };
}

/**
 * Starts sending traces to a collector. Imported only when one is configured. The exporter reads OpenTelemetry's own variables,
 * such as `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export function startTracing({ endpoint, routeName }: TracingOptions) {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": process.env["OTEL_SERVICE_NAME"] || "consultancy-site",
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("consultancy-site");
  traceOutbound(tracer, new URL(endpoint).host);
  return {
    /** Wraps a listener: a span per request, except health checks and files. */
    listener: traceRequests(tracer, routeName),
    /** Copies the build with spans around loaders, actions and rendering. */
    build: (build: SiteBuild): SiteBuild => traceBuild(tracer, build),
    /** Wraps the embedded lake: a span per request of the site. */
    lake: (fetch: LakeFetch): LakeFetch => traceLake(tracer, fetch),
    // A collector that is down must not delay the stop or fail it.
    stop: () => Promise.race([provider.shutdown().catch(() => {}), sleep(SHUTDOWN_TIMEOUT_MS)]),
  };
}

/** Runs work in a child span. A thrown Response is not an error. */
async function inSpan<Result>(
  tracer: Tracer,
  name: string,
  work: (span: Span) => Result | Promise<Result>,
  options: SpanOptions = {},
): Promise<Result> {
  const span = tracer.startSpan(name, options);
  try {
    return await context.with(trace.setSpan(context.active(), span), work, undefined, span);
  } catch (error) {
    if (!(error instanceof Response)) span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

type AnyFunction = (...args: never[]) => unknown;

function traced<Func extends AnyFunction>(tracer: Tracer, name: string, work: Func): Func {
  return ((...args: never[]) => inSpan(tracer, name, () => work(...args))) as Func;
}

function traceBuild(tracer: Tracer, build: SiteBuild): SiteBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route?.module ?? {};
    const module = {
      ...route?.module,
      ...(loader ? { loader: traced(tracer, `loader ${id}`, loader as AnyFunction) } : {}),
      ...(action ? { action: traced(tracer, `action ${id}`, action as AnyFunction) } : {}),
    };
    return [id, { ...route, module }];
  });
  const render = build.entry.module.default as AnyFunction;
  return {
    ...build,
    routes: Object.fromEntries(routes) as SiteBuild["routes"],
    entry: {
      module: {
        ...build.entry.module,
        default: traced(tracer, "render", render) as typeof build.entry.module.default,
      },
    },
  };
}

/** The request in a message of undici, which implements `fetch`. */
interface FetchRequest {
  origin: string | URL;
  path: string;
  method: string;
}

/** Path segments that are plain words, not ids, tokens or versions. */
const WORD = /^[a-z][a-z_-]{1,30}$/;

function spanName(method: string, host: string, path: string): string {
  const words = (path.split("?", 1)[0] ?? "").split("/").filter((part) => WORD.test(part));
  return `${method} ${host}/${words.join("/")}`;
}

/**
 * Adds spans to outgoing requests (content store, Stripe, Google, Redis) of every client, through Node's diagnostics channels.
 * Skips `collectorHost`.
 */
function traceOutbound(tracer: Tracer, collectorHost: string): void {
  const spans = new WeakMap<object, Span>();

  const begin = (key: object, method: string, host: string, path: string): void => {
    // Background work belongs to no trace.
    if (host === collectorHost || !trace.getSpan(context.active())) return;
    const attributes = { "http.request.method": method, "server.address": host };
    spans.set(key, tracer.startSpan(spanName(method, host, path), { kind: SpanKind.CLIENT, attributes }));
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

/** Adds spans to requests of the site to the embedded lake, which use no socket. */
function traceLake(tracer: Tracer, fetch: LakeFetch): LakeFetch {
  return (request) => {
    if (!trace.getSpan(context.active())) return fetch(request);
    const name = spanName(request.method, "", new URL(request.url).pathname);
    const ask = async (span: Span) => {
      const response = await fetch(request);
      span.setAttribute("http.response.status_code", response.status);
      if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return response;
    };
    const attributes = { "http.request.method": request.method };
    return inSpan(tracer, name, ask, { kind: SpanKind.CLIENT, attributes });
  };
}
