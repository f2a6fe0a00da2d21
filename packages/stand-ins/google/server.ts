import { createServer } from "node:http";
import { OAuth2Issuer, OAuth2Service } from "oauth2-mock-server";
import type { MutableRedirectUri, MutableResponse, TokenRequestIncomingMessage } from "oauth2-mock-server";
import { listen } from "../listen.ts";

/** Google's paths, on one origin. */
const ENDPOINTS = { authorize: "/o/oauth2/v2/auth", token: "/token", userinfo: "/oauth2/v3/userinfo" };

export const googleClient = { clientId: "client.apps.example", clientSecret: "google client secret" };

/** The claims of userinfo. */
export interface GoogleUser {
  sub?: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
}

interface Consent {
  /** Shows a page with a link instead of redirecting at once. */
  ask: boolean;
  /** That page severs the opener, as Google's may. */
  cutsOff?: boolean;
}

/** What a browser test may change over HTTP. */
export interface GoogleSettings {
  user: GoogleUser;
  consent: Consent;
}

type Fault = "token-error" | "wrong-client" | "userinfo-error" | "denied";

export interface GoogleStandIn {
  origin: string;
  /** Sets the account that consents. */
  user(user: GoogleUser): void;
  /** Fails the next request of that kind. */
  failNext(fault: Fault): void;
  /** Queries of the requests to the consent page. */
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

const consentPage = (href: string) =>
  `<!doctype html><html lang="en"><title>Google</title><h1>Choose an account</h1>
  <a href="${href.replaceAll("&", "&amp;")}">Ada Lovelace</a></html>`;

/**
 * Starts Google's sign-in over real HTTP: oauth2-mock-server on Google's paths, as strict as Google: a code is valid once, for the
 * client's secret, the same callback URL and its PKCE verifier.
 */
export async function startGoogleStandIn({ port = 0 } = {}): Promise<GoogleStandIn> {
  const issuer = new OAuth2Issuer();
  await issuer.keys.generate("RS256");
  const service = new OAuth2Service(issuer, ENDPOINTS);
  let user = adaAtGoogle;
  let consent: Consent = { ask: false };
  const faults = new Set<Fault>();
  const take = (fault: Fault) => faults.delete(fault);
  const asked: URLSearchParams[] = [];
  const codes = new Map<string, { callback: string; challenged: boolean }>();

  service.on("beforeAuthorizeRedirect", ({ url }: MutableRedirectUri, request) => {
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

  service.on("beforeResponse", (response: MutableResponse, { body }: TokenRequestIncomingMessage) => {
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

  service.on("beforeUserinfo", (response: MutableResponse) => {
    if (take("userinfo-error")) Object.assign(response, { statusCode: 500, body: { error: "backend" } });
    else response.body = { ...user };
  });

  // For browser tests, which run in another process.
  service.addRoute("POST", "/stand-in/settings", (request, response) => {
    ({ user, consent } = request.body as unknown as GoogleSettings);
    response.end();
  });

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://google.test");
    if (url.pathname !== ENDPOINTS.authorize || !consent.ask || url.searchParams.has("chosen"))
      return service.requestHandler(request, response);
    url.searchParams.set("chosen", "1");
    response.writeHead(200, {
      "content-type": "text/html",
      ...(consent.cutsOff ? { "cross-origin-opener-policy": "same-origin" } : {}),
    });
    response.end(consentPage(url.pathname + url.search));
  });
  const { origin, close } = await listen(server, port);
  issuer.url = origin;
  return {
    origin,
    user: (next) => void (user = next),
    failNext: (fault) => void faults.add(fault),
    asked,
    close,
  };
}
