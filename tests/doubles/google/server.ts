import { OAuth2Server } from "oauth2-mock-server";
import type { MutableRedirectUri, MutableResponse, TokenRequestIncomingMessage } from "oauth2-mock-server";

/** Google's paths, on one origin. */
const ENDPOINTS = { authorize: "/o/oauth2/v2/auth", token: "/token", userinfo: "/oauth2/v3/userinfo" };

export const googleClient = { clientId: "client.apps.example", clientSecret: "google client secret" };

/** What userinfo says. */
export interface GoogleUser {
  sub?: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
}

type Fault = "token-error" | "wrong-client" | "userinfo-error" | "denied";

export interface GoogleDouble {
  origin: string;
  /** Who consents from now on. */
  user(user: GoogleUser): void;
  /** Goes wrong once, at the next request that it is about. */
  failNext(fault: Fault): void;
  /** Query of each request to the consent page. */
  asked: URLSearchParams[];
  close(): Promise<void>;
}

export const adaAtGoogle: GoogleUser = {
  sub: "1815",
  email: "Ada@example.com",
  email_verified: true,
  name: "Ada Lovelace",
  picture: "https://pictures.example/ada.png",
};

/**
 * Google's sign-in over real HTTP: oauth2-mock-server under Google's paths, and stricter where Google is: a code is good
 * once, for the client's secret, the same callback and the verifier of its challenge.
 */
export async function startGoogleDouble({ port = 0 } = {}): Promise<GoogleDouble> {
  const server = new OAuth2Server(undefined, undefined, { endpoints: ENDPOINTS });
  await server.issuer.keys.generate("RS256");
  let user = adaAtGoogle;
  const faults = new Set<Fault>();
  const take = (fault: Fault) => faults.delete(fault);
  const asked: URLSearchParams[] = [];
  const codes = new Map<string, { callback: string; challenged: boolean }>();

  server.service.on("beforeAuthorizeRedirect", ({ url }: MutableRedirectUri, request) => {
    const query = new URL(request.url ?? "", "http://google.test").searchParams;
    asked.push(query);
    if (take("denied")) {
      url.searchParams.delete("code");
      url.searchParams.set("error", "access_denied");
      return;
    }
    codes.set(url.searchParams.get("code") ?? "", {
      callback: query.get("redirect_uri") ?? "",
      challenged: query.get("code_challenge_method") === "S256",
    });
  });

  server.service.on("beforeResponse", (response: MutableResponse, { body }: TokenRequestIncomingMessage) => {
    const {
      code = "",
      client_id,
      client_secret,
      redirect_uri,
      code_verifier,
    } = { ...body } as Record<string, string>;
    const issued = codes.get(code);
    codes.delete(code);
    const refuse = (status: number, error: string) =>
      Object.assign(response, { statusCode: status, body: { error } });
    if (take("token-error")) return refuse(500, "internal_failure");
    const known = client_id === googleClient.clientId && client_secret === googleClient.clientSecret;
    if (take("wrong-client") || !known) return refuse(401, "invalid_client");
    const sound = issued?.challenged && code_verifier && issued.callback === redirect_uri;
    if (!sound) return refuse(400, "invalid_grant");
  });

  server.service.on("beforeUserinfo", (response: MutableResponse) => {
    if (take("userinfo-error")) Object.assign(response, { statusCode: 500, body: { error: "backend" } });
    else response.body = { ...user };
  });

  // For browser tests, which run in another process.
  server.service.addRoute("POST", "/double/user", (request, response) => {
    user = request.body as GoogleUser;
    response.end();
  });

  await server.start(port, "127.0.0.1");
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    user: (next) => void (user = next),
    failNext: (fault) => void faults.add(fault),
    asked,
    close: () => server.stop(),
  };
}
