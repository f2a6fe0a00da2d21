import http from "node:http";
import type { AddressInfo } from "node:net";
import { data, type ActionFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";

interface Arrived {
  /** Such as `POST /contact`. */
  request: string;
  body: string;
}

export interface FormEndpoint<Body> {
  /** An Error makes the network or a proxy fail; a route error response is a rejection by the server. */
  answer: { status: number; body: Body | Error };
  /** Responses wait for it. */
  gate: Promise<void>;
  arrived: Arrived[];
  /** The action of the route that the form under test posts to, for `createRemixStub`. */
  action(args: ActionFunctionArgs): Promise<unknown>;
}

/** The action that the forms of a test file post to: returns what the test set, keeps what arrived. Serves form tokens. */
export function formEndpoint<Body>(first: { status: number; body: Body }): FormEndpoint<Body> {
  const endpoint: FormEndpoint<Body> = {
    answer: first,
    gate: Promise.resolve(),
    arrived: [],
    async action({ request }) {
      const { method, url } = request;
      endpoint.arrived.push({ request: `${method} ${new URL(url).pathname}`, body: await request.text() });
      await endpoint.gate;
      const { status, body } = endpoint.answer;
      if (body instanceof Error || isRouteErrorResponse(body)) throw body;
      return data(body, { status });
    },
  };
  pageServer((_request, response) => response.end("begun-1-x"));
  beforeEach(() => Object.assign(endpoint, { answer: first, gate: Promise.resolve(), arrived: [] }));
  return endpoint;
}

/** Serves every `fetch` of a test file over real HTTP, as the server of the page under test. */
export function pageServer(listener: http.RequestListener): void {
  const server = http.createServer(listener);
  const nodeFetch = globalThis.fetch;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // A browser resolves paths against the page; Node has none.
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => nodeFetch(origin + path, init));
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  });
}
