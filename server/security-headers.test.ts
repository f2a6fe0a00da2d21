import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";
import { describe, expect, it, test } from "vitest";
import { parseEnv } from "../app/platform/env.server.ts";
import { contentSecurityPolicy, cspOptions, securityHeaders } from "./security-headers.ts";

test("securityHeaders are those of helmet, and permissions", async () => {
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
    xFrameOptions: { action: "deny" },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, () => {});
  const { "permissions-policy": permissions, ...others } = securityHeaders(true);
  expect(response.getHeaders()).toEqual(others);
  expect(permissions).toContain("camera=(), ");
});

test("securityHeaders have no HSTS on http", () => {
  expect(securityHeaders(false)).not.toHaveProperty("strict-transport-security");
});

const policyOf = (scriptHashes: string[], env: Record<string, string> = {}, path = "/") =>
  contentSecurityPolicy({ scriptHashes }, cspOptions(parseEnv(env))(path));
const directive = (policy: string, name: string) =>
  policy.split("; ").find((part) => part.startsWith(`${name} `));

describe("contentSecurityPolicy", () => {
  it("allows our own files and the named inline scripts only", () => {
    expect(directive(policyOf([]), "script-src")).toBe("script-src 'self'");
    expect(directive(policyOf(["'sha256-a'", "'sha256-b'"]), "script-src")).toBe(
      "script-src 'self' 'sha256-a' 'sha256-b'",
    );
  });

  it("allows the named inline styles, and all of them to the Studio's overlay alone", () => {
    const hashes = { scriptHashes: [], styleHashes: ["'sha256-c'"] };
    const options = cspOptions(parseEnv({}))("/");
    expect(directive(policyOf([]), "style-src")).toBe("style-src 'self'");
    expect(directive(contentSecurityPolicy(hashes, options), "style-src")).toBe(
      "style-src 'self' 'sha256-c'",
    );
    expect(directive(contentSecurityPolicy(hashes, options, true), "style-src")).toBe(
      "style-src 'self' 'unsafe-inline'",
    );
  });

  it("allows only our own host while nothing is configured", () => {
    expect(policyOf([]).replace(/frame-src[^;]*/, "")).not.toMatch(/https?:/);
    expect(policyOf([])).not.toContain("unsafe");
  });

  it("frames players of videos alone, and plays files of the content store", () => {
    const players = "frame-src https://www.youtube-nocookie.com https://player.vimeo.com";
    expect(directive(policyOf([]), "frame-src")).toBe(players);
    expect(directive(policyOf([], {}, "/admin/outbox/a"), "frame-src")).toBe(`${players} 'self'`);
    expect(directive(policyOf([]), "media-src")).toBe("media-src 'self'");
  });

  it("allows Stripe only where the card form may be", () => {
    const stripe = {
      STRIPE_SECRET_KEY: "sk_test_a",
      STRIPE_PUBLISHABLE_KEY: "pk_test_a",
      STRIPE_WEBHOOK_SECRET: "whsec_a",
    };
    for (const path of ["/contract", "/contract/", "/contract/token", "/Contract"]) {
      const policy = policyOf([], stripe, path);
      expect(directive(policy, "script-src")).toContain("https://*.js.stripe.com https://js.stripe.com");
      expect(directive(policy, "frame-src")).toContain("https://*.js.stripe.com https://js.stripe.com");
      expect(directive(policy, "connect-src")).toContain("https://api.stripe.com");
      expect(directive(policy, "frame-src")).toContain("https://hooks.stripe.com");
    }
    for (const path of ["/", "/contracts", "/orders", "/admin/contracts", "/questionnaire"]) {
      expect(policyOf([], stripe, path)).not.toContain("stripe");
    }
    const order = policyOf([], stripe, "/order/contract");
    expect(directive(order, "form-action")).toContain(
      "https://billing.stripe.com https://checkout.stripe.com",
    );
    expect(order.match(/stripe/g)).toHaveLength(2);
    for (const path of ["/contract", "/order/x"]) expect(policyOf([], {}, path)).not.toContain("stripe");
  });

  it("adds the hosts of services that are on", () => {
    const policy = policyOf([], {
      SANITY_PROJECT_ID: "abc",
      GOOGLE_CLIENT_ID: "a",
      GOOGLE_CLIENT_SECRET: "b",
    });
    expect(directive(policy, "img-src")).toContain("https://cdn.sanity.io");
    expect(directive(policy, "media-src")).toContain("https://cdn.sanity.io");
    expect(directive(policy, "form-action")).toContain("https://accounts.google.com");
  });

  it("allows Google Analytics only on pages that load it", () => {
    const options = cspOptions(parseEnv({ GA_MEASUREMENT_ID: "G-1" }));
    const policy = contentSecurityPolicy({ scriptHashes: [] }, options("/", true));
    expect(directive(policy, "script-src")).toContain("https://www.googletagmanager.com");
    expect(directive(policy, "connect-src")).toContain("https://*.google-analytics.com");
    expect(contentSecurityPolicy({ scriptHashes: [] }, options("/", false))).not.toContain("google");
  });
});
