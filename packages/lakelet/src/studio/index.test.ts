import { expect, test, vi } from "vitest";
import { lakeStudio } from "./index.ts";

const options = { projectId: "local", dataset: "production", apiVersion: "2025-02-19", useCdn: false };

test("reads wait for half a minute until the lake can be reached again", async () => {
  vi.useFakeTimers();
  const until = Date.now() + 30_000;
  const fetchMock = vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    if (Date.now() < until) throw new TypeError("Failed to fetch");
    return Response.json({ documents: [{ _id: "a", _type: "note" }], omitted: [] });
  });
  try {
    const { unstable_clientFactory: create } = lakeStudio("http://127.0.0.1:3900");
    const document = create(options).getDocument("a");
    void document.catch(() => {});
    await vi.advanceTimersByTimeAsync(35_000);
    expect(await document).toMatchObject({ _id: "a" });
  } finally {
    fetchMock.mockRestore();
    vi.useRealTimers();
  }
});

test("warns once of a workspace with an apiHost of its own", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const { apiHost, unstable_clientFactory: create } = lakeStudio("http://127.0.0.1:3900/");
  create(options);
  create({ ...options, apiHost });
  expect(warn).not.toHaveBeenCalled();
  for (let times = 0; times < 2; times++)
    expect(create({ ...options, apiHost: "https://api.sanity.io" }).config().apiHost).toBe(
      "http://127.0.0.1:3900",
    );
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining("an apiHost of its own, https://api.sanity.io")],
  ]);
  warn.mockClear();
});

test("offers one way to sign in, whatever the lake itself lists", () => {
  const { auth } = lakeStudio("http://127.0.0.1:3900");
  expect(auth).toMatchObject({ mode: "replace", providers: [{ url: "http://127.0.0.1:3900/auth/login" }] });
});
