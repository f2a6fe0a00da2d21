import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLake, type Lake } from "lakelet";
import { parseEnv } from "../../app/platform/env.server.ts";
import { createServices, type Services } from "../../app/services.server.ts";
import { withLake } from "../../server/embedded-lake.ts";

export interface TestServices {
  services: Services;
  lake: Lake;
  dataDir: string;
  close(): Promise<void>;
}

/** Opens the services of a site as `server/` creates them, on an empty lake in this process. Runs no jobs. */
export async function openServices(env: Record<string, string> = {}): Promise<TestServices> {
  const dataDir = mkdtempSync(join(tmpdir(), "services-"));
  const given = parseEnv({ DATA_DIR: dataDir, LOG_LEVEL: "silent", ...env });
  const { publicUrl } = given;
  const lake = await createLake({ directory: join(dataDir, "lake"), basePath: "/lake", publicUrl });
  const services = createServices(withLake(given, lake), lake.fetch);
  return {
    services,
    lake,
    dataDir,
    async close() {
      services.close();
      await lake.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
