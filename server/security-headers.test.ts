import helmet from "@fastify/helmet";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { securityHeaders } from "./security-headers.ts";

test("are those of helmet, and permissions", async () => {
  const app = Fastify();
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
    xFrameOptions: { action: "deny" },
  });
  app.get("/", () => "");
  const { headers } = await app.inject("/");
  const { "permissions-policy": permissions, ...others } = securityHeaders(true);
  expect(headers).toMatchObject(others);
  const own = new Set(["connection", "content-length", "content-type", "date"]);
  expect(Object.keys(others).sort()).toEqual(
    Object.keys(headers)
      .filter((name) => !own.has(name))
      .sort(),
  );
  expect(permissions).toContain("camera=(), ");
});

test("a site on plain http promises no https", () => {
  expect(securityHeaders(false)).not.toHaveProperty("strict-transport-security");
});
