import { expect, test, vi } from "vitest";
import type { FormDeps } from "../../submissions/form-action.server.ts";
import { emailNewLinks } from "./confirmation.server.ts";

test("a link that could not be queued is a failure", async () => {
  const contract = { _id: "contract.1", contactInfo: { email: "ada@example.com" } };
  const deps = {
    clients: { readClient: { fetch: async () => [contract] } },
    emailSite: { secret: "a secret of sixteen", origin: "https://site.example" },
    countUse: async () => true,
    queue: { send: vi.fn(async () => Promise.reject(new Error("The disk is full."))) },
  } as unknown as FormDeps;
  await expect(emailNewLinks(deps, { token: "", email: "ada@example.com" }, new Date())).rejects.toThrow(
    "The disk is full.",
  );
});
