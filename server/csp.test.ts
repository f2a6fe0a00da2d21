import { describe, expect, it } from "vitest";
import { parseEnv } from "../app/platform/env.server.ts";
import { cspOptions } from "./csp-options.ts";
import { contentSecurityPolicy } from "./csp.ts";

const policyOf = (scriptHashes: string[], env: Record<string, string> = {}, path = "/") =>
  contentSecurityPolicy(scriptHashes, cspOptions(parseEnv(env))(path));
const directive = (policy: string, name: string) =>
  policy.split("; ").find((part) => part.startsWith(`${name} `));

describe("contentSecurityPolicy", () => {
  it("allows the scripts of our own files, those inline scripts that are named, and no other", () => {
    expect(directive(policyOf([]), "script-src")).toBe("script-src 'self'");
    expect(directive(policyOf(["'sha256-a'", "'sha256-b'"]), "script-src")).toBe(
      "script-src 'self' 'sha256-a' 'sha256-b'",
    );
  });

  it("allows no host but ours while nothing else is configured", () => {
    expect(policyOf([])).not.toMatch(/https?:/);
    expect(policyOf([])).not.toContain("unsafe");
  });

  it("knows Stripe only where the card form may stand", () => {
    const stripe = {
      STRIPE_SECRET_KEY: "sk_test_a",
      STRIPE_PUBLISHABLE_KEY: "pk_test_a",
      STRIPE_WEBHOOK_SECRET: "whsec_a",
    };
    for (const path of ["/contract", "/contract/", "/contract/token", "/Contract"]) {
      const policy = policyOf([], stripe, path);
      expect(directive(policy, "script-src")).toContain("https://js.stripe.com");
      expect(directive(policy, "connect-src")).toContain("https://api.stripe.com");
      expect(directive(policy, "frame-src")).toContain("https://hooks.stripe.com");
    }
    for (const path of ["/", "/contracts", "/order/contract", "/admin/contracts", "/questionnaire"]) {
      expect(policyOf([], stripe, path)).not.toContain("stripe");
    }
    expect(policyOf([], {}, "/contract")).not.toContain("stripe");
  });

  it("adds the hosts of what is switched on", () => {
    const policy = policyOf([], {
      SANITY_PROJECT_ID: "abc",
      GOOGLE_CLIENT_ID: "a",
      GOOGLE_CLIENT_SECRET: "b",
    });
    expect(directive(policy, "img-src")).toContain("https://cdn.sanity.io");
    expect(directive(policy, "form-action")).toContain("https://accounts.google.com");
  });

  it("knows Google Analytics on pages that load it alone", () => {
    const options = cspOptions(parseEnv({ GA_MEASUREMENT_ID: "G-1" }));
    const policy = contentSecurityPolicy([], options("/", true));
    expect(directive(policy, "script-src")).toContain("https://www.googletagmanager.com");
    expect(directive(policy, "connect-src")).toContain("https://*.google-analytics.com");
    expect(contentSecurityPolicy([], options("/", false))).not.toContain("google");
  });
});
