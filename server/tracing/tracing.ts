import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { context, SpanKind, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { traceBuild } from "./trace-build.ts";
import { traceLake, traceOutbound } from "./trace-outbound.ts";
import type { SiteBuild } from "../remix.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface Tracing {
  /** A span for every request that is answered by it, but for health checks and files. */
  listener(answer: Listener): Listener;
  /** The build with spans around loaders, actions and rendering. */
  build(build: SiteBuild): SiteBuild;
  /** The lake in this process with spans for what it is asked. */
  lake(ask: (request: Request) => Promise<Response>): (request: Request) => Promise<Response>;
  /** Sends what was not sent yet. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** Origin of an OTLP/HTTP collector; spans go to `/v1/traces` below it. */
  endpoint: string;
  /** The name of a path's route: spans carry it instead of the address. */
  routeName: (path: string) => string;
}

/** A stopping site waits so long for a collector that does not answer, in milliseconds. */
const LAST_WORDS = 3_000;

const UNTRACED = new Set(["/healthz", "/readyz", "/metrics", "/assets/*"]);

function traceRequests(tracer: Tracer, routeName: TracingOptions["routeName"]) {
  return (answer: Listener): Listener =>
    (request, response) => {
      const route = routeName((request.url ?? "/").split("?", 1)[0] ?? "/");
      if (UNTRACED.has(route)) return answer(request, response);
      // A visitor's own traceparent is not believed: every request begins a trace.
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
      context.with(trace.setSpan(context.active(), span), () => answer(request, response));
    };
}

/**
 * Starts sending traces to a collector. Loaded only when one is configured. The names `OTEL_SERVICE_NAME`,
 * `OTEL_EXPORTER_OTLP_HEADERS` and their like are the exporter's and mean what OpenTelemetry says.
 */
export function startTracing({ endpoint, routeName }: TracingOptions): Tracing {
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
    listener: traceRequests(tracer, routeName),
    build: (build) => traceBuild(tracer, build),
    lake: (ask) => traceLake(tracer, ask),
    // Spans that nobody takes are no reason to stop late, or with an error.
    stop: () => Promise.race([provider.shutdown().catch(() => {}), sleep(LAST_WORDS)]),
  };
}
