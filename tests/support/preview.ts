import { createPreview } from "../../app/auth/preview.server.ts";
import type { Role } from "../../app/model/roles.ts";

type Deps = Parameters<typeof createPreview>[0];

/** Returns the preview service of a site on http, for a session with the role. */
export function previewWith({ role = null, ...deps }: Partial<Deps> & { role?: Role | null } = {}) {
  const visitors = { stateOf: async () => ({ user: null, role, signedInAt: null }) };
  const log = { warn: () => {} };
  return createPreview({ secret: "secret", publicUrl: "http://localhost:3000", visitors, log, ...deps });
}

/** Returns the Cookie header that turns a preview on at a site with this secret. */
export const previewCookie = (secret: string): string =>
  previewWith({ secret }).begin().split(";", 1)[0] ?? "";
