import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "./listen.ts";

/** The fields of an OTLP span in JSON that the tests use. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  origin: string;
  spans: CollectedSpan[];
  /** `service.name` of each sender. */
  services: Set<unknown>;
  close(): Promise<void>;
}

interface Export {
  resourceSpans: {
    resource: { attributes: CollectedSpan["attributes"] };
    scopeSpans: { spans: CollectedSpan[] }[];
  }[];
}

/** Starts a double of an OpenTelemetry collector for traces in OTLP over HTTP with JSON. */
export async function startCollector(port = 0): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const services = new Set<unknown>();
  const server = createServer(async (request, response) => {
    if (
      request.method !== "POST" ||
      request.url !== "/v1/traces" ||
      request.headers["content-type"] !== "application/json"
    )
      return void response.writeHead(404).end();
    for (const { resource, scopeSpans } of ((await json(request)) as Export).resourceSpans) {
      services.add(resource.attributes.find(({ key }) => key === "service.name")?.value["stringValue"]);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  return { ...(await listen(server, port)), spans, services };
}
