import { expect, test, vi } from "vitest";
import { lakeStudio } from "./index.ts";

const options = { projectId: "local", dataset: "production", apiVersion: "2025-02-19", useCdn: false };

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
