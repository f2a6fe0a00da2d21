import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveLake } from "lakelet/testing";
import { expect, test } from "vitest";
import { runScript } from "../support/process.ts";

test("npm run upgrade finds nothing to do on data of this release, and takes no arguments", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "upgrade-"));
  const lake = await serveLake({ directory: join(dataDir, "lake") });
  try {
    const upgrade = (...args: string[]) =>
      runScript("upgrade", args, { DATA_DIR: dataDir, PORT: new URL(lake.origin).port });
    expect(await upgrade()).toEqual({ code: 0, output: "Nothing to upgrade.\n" });
    expect(await upgrade("everything")).toMatchObject({
      output: expect.stringContaining("Usage: npm run upgrade"),
    });
  } finally {
    await lake.close();
    rmSync(dataDir, { recursive: true });
  }
});
