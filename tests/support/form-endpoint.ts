import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";

interface Arrived {
  /** Such as `POST /api/contact`. */
  request: string;
  body: string;
}

export interface FormEndpoint<Body> {
  answer: { status: number; body: Body };
  /** Answers wait for it. */
  gate: Promise<void>;
  arrived: Arrived[];
}

/** What the forms of a test file are sent to, over real HTTP: answers what the test put here, keeps what arrived. */
export function formEndpoint<Body>(first: FormEndpoint<Body>["answer"]): FormEndpoint<Body> {
  const endpoint: FormEndpoint<Body> = { answer: first, gate: Promise.resolve(), arrived: [] };
  const server = http.createServer((request, response) => {
    if (request.url === "/api/form-mark") return void response.end("begun-1-x");
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", async () => {
      endpoint.arrived.push({ request: `${request.method} ${request.url}`, body });
      await endpoint.gate;
      response.writeHead(endpoint.answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify(endpoint.answer.body));
    });
  });
  const nodeFetch = globalThis.fetch;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // A browser resolves the path against the page; Node has no page.
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => nodeFetch(origin + path, init));
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => Object.assign(endpoint, { answer: first, gate: Promise.resolve(), arrived: [] }));
  return endpoint;
}
