const METHODS = "GET, POST, PUT, DELETE";
const MAX_AGE_S = 600;

function corsHeaders(request: Request, origins: ReadonlySet<string>): Record<string, string> | null {
  const origin = request.headers.get("origin");
  if (origin === null || !origins.has(origin)) return null;
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
  };
}

/** The answer to a browser that asks before it lets another origin's page send something; null for other requests. */
export function preflight(request: Request, origins: ReadonlySet<string>): Response | null {
  if (request.method !== "OPTIONS" || !request.headers.has("access-control-request-method")) return null;
  const allowed = corsHeaders(request, origins);
  if (!allowed) return new Response(null, { status: 403, headers: { vary: "origin" } });
  return new Response(null, {
    status: 204,
    headers: {
      ...allowed,
      vary: "origin",
      "access-control-allow-methods": METHODS,
      "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "",
      "access-control-max-age": String(MAX_AGE_S),
    },
  });
}

/** Adds the headers by which pages of the configured origins may read a response. Changes and returns it. */
export function allowOrigin(response: Response, request: Request, origins: ReadonlySet<string>): Response {
  const allowed = corsHeaders(request, origins);
  if (!allowed) return response;
  for (const [name, value] of Object.entries(allowed)) response.headers.set(name, value);
  response.headers.append("vary", "origin");
  return response;
}
