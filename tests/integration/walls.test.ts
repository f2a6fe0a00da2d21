import { execFile } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** What the linter says of a file with this import at this place. */
async function lint(place: string, source: string): Promise<string> {
  const file = join(root, place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `import { x } from "${source}";\nexport const y = x;\n`);
  try {
    const { stdout } = await run(join(root, "node_modules/.bin/oxlint"), [place], { cwd: root });
    return stdout;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  } finally {
    rmSync(file);
  }
}

describe("the walls between the folders", () => {
  it.each([
    ["app/ui/zz-wall.ts", "../content/fragments.ts"],
    ["app/platform/zz-wall.ts", "../ui/cx.ts"],
    ["app/content/zz-wall.ts", "../site/seo.ts"],
    ["app/submissions/zz-wall.ts", "../contact/messages.ts"],
    ["app/contact/zz-wall.ts", "../newsletter/messages.ts"],
    ["app/newsletter/zz-wall.ts", "../contract/money.ts"],
    ["app/site/zz-wall.ts", "../routes/home.tsx"],
    ["app/site/zz-wall.ts", "content-lake"],
    ["app/content/zz-wall.ts", "../../lake/src/index.ts"],
    ["app/routes/zz-wall.ts", "../../studio/structure.ts"],
    ["lake/src/zz-wall.ts", "../../app/platform/errors.ts"],
    ["server/zz-wall.ts", "../app/site/seo.ts"],
  ])("%s may not import %s", async (place, source) => {
    expect(await lint(place, source)).toContain("no-restricted-imports");
  });

  it.each([
    ["app/ui/zz-wall.ts", "./cx.ts"],
    ["app/content/zz-wall.ts", "../platform/errors.ts"],
    ["app/contact/zz-wall.ts", "../ui/cx.ts"],
    ["app/routes/zz-wall.ts", "../contact/messages.ts"],
    ["server/zz-wall.ts", "../app/platform/errors.ts"],
    ["server/zz-wall.ts", "content-lake"],
  ])("%s may import %s", async (place, source) => {
    expect(await lint(place, source)).not.toContain("no-restricted-imports");
  });
});

describe("what runs in production", () => {
  const TOOLS = /from "[^"]*\/(?:scripts|tests|dev|bench)\//;
  const isProduction = (file: string) => !/\.test\.tsx?$|^lake\/src\/testing\//.test(file);

  it("imports nothing of scripts/, tests/, dev/ or bench/", () => {
    const files = globSync("{app,server,lake/src,lake/bin}/**/*.{ts,tsx}", { cwd: root }).filter(
      isProduction,
    );
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => TOOLS.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });
});
