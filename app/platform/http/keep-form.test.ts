import type { ClientActionFunctionArgs } from "@remix-run/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepForm } from "./keep-form.ts";

const refused = (status: number) => ({ status, statusText: "", internal: false, data: "" });

describe("a form that explains nothing itself", () => {
  const send = (error: unknown) =>
    keepForm({ serverAction: () => Promise.reject(error) } as unknown as ClientActionFunctionArgs);
  const said = vi.fn();

  beforeEach(() => {
    said.mockClear();
    vi.stubGlobal("document", { dispatchEvent: said });
  });
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ["no network", new TypeError("Failed to fetch")],
    ["a proxy's page", new Error("Unable to decode turbo-stream response")],
    ["the content store is away", refused(503)],
  ])("stays, and nothing is loaded anew: %s", async (_name, error) => {
    expect(await send(error)).toMatchObject({ status: 503 });
    expect(said).toHaveBeenCalledOnce();
  });

  test.each([
    ["a redirect", new Response(null, { status: 302 })],
    ["no such submission", refused(404)],
    ["a refusal", refused(403)],
  ])("is answered by the router: %s", async (_name, answer) => {
    await expect(send(answer)).rejects.toBe(answer);
    expect(said).not.toHaveBeenCalled();
  });
});
