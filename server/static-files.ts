import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { NO_PAGE_POLICY } from "./security-headers.ts";

export const FOREVER = "public, max-age=31536000, immutable";

/** Files are compressed by the build. Ranges are not served, which RFC 9110 section 14.2 allows. */
export const STATIC_OPTIONS = {
  preCompressed: true,
  cacheControl: false,
  acceptRanges: false,
  index: false,
} as const;

/** Serves the browser's build: hashed assets for ever, other files for an hour. */
export async function serveBrowserBuild(
  app: FastifyInstance,
  { directory }: { directory: string },
): Promise<void> {
  await app.register(fastifyStatic, {
    ...STATIC_OPTIONS,
    root: directory,
    wildcard: false,
    globIgnore: ["**/*.br", "**/*.gz"],
    setHeaders(reply, path) {
      const immutable = path.startsWith(`${directory}/assets/`);
      reply.header("content-security-policy", NO_PAGE_POLICY);
      reply.header("cache-control", immutable ? FOREVER : "public, max-age=3600");
    },
  });
}
