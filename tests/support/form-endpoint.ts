import { beforeEach } from "vitest";
import { pageServer } from "./page-server.ts";

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
  pageServer((request, response) => {
    if (request.url?.startsWith("/api/form-mark")) return void response.end("begun-1-x");
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", async () => {
      endpoint.arrived.push({ request: `${request.method} ${request.url}`, body });
      await endpoint.gate;
      response.writeHead(endpoint.answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify(endpoint.answer.body));
    });
  });
  beforeEach(() => Object.assign(endpoint, { answer: first, gate: Promise.resolve(), arrived: [] }));
  return endpoint;
}
