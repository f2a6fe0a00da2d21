import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

// Not in the project itself: a file there makes its build stale for tests that start it.
const project = mkdtempSync(join(tmpdir(), "walls-"));
copyFileSync(join(root, "oxlint.config.ts"), join(project, "oxlint.config.ts"));
afterAll(() => rmSync(project, { recursive: true }));

/** The rules that a file with this import at this place breaks: all are linted at once, at the first question. */
const asked: { file: string; source: string }[] = [];
let answers: Promise<Map<string, string>> | undefined;

/** Runs the linter over one file for each import. Resolves to what it says of each file. */
async function lintAll(): Promise<Map<string, string>> {
  for (const { file, source } of asked) {
    const path = join(project, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `import { x } from "${source}";\nexport const y = x;\n`);
  }
  // It exits with 1, because it finds what it is to find.
  const { stdout } = await run(join(root, "node_modules/.bin/oxlint"), ["--format=json", "."], {
    cwd: project,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: unknown) => error as { stdout: string });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const said = new Map<string, string>();
  for (const { filename, code, help } of diagnostics)
    said.set(filename, `${said.get(filename) ?? ""}${code} ${help ?? ""}\n`);
  return said;
}

interface Diagnostic {
  filename: string;
  code: string;
  help?: string;
}

/** Has a file with this import at this place linted. Returns a function that resolves to what the linter says of it. */
function lint(place: string, source: string): () => Promise<string> {
  const file = place.replace("zz-wall", `zz-wall-${asked.length}`);
  asked.push({ file, source });
  return async () => (await (answers ??= lintAll())).get(file) ?? "";
}

describe("the walls between the folders", () => {
  const folders = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
  const rooms = folders("app").flatMap((room) =>
    ["forms", "contracts"].includes(room) ? folders(`app/${room}`).map((name) => `${room}/${name}`) : [room],
  );
  const ofRoom = (room: string) =>
    lint(`app/${room}/zz-wall.ts`, `${"../".repeat(room.split("/").length)}admin/tables.tsx`);

  it.each([
    ...rooms.map((room) => [room, false, ofRoom(room)] as const),
    ["a-new-room", true, ofRoom("a-new-room")] as const,
  ])("%s needs a row in the table of the walls: %s", async (_room, isNew, said) => {
    expect((await said()).includes("A new room")).toBe(isNew);
  });

  it.each(
    [
      ["app/model/zz-wall.ts", "../platform/errors.ts"],
      ["app/ui/zz-wall.ts", "../content/fragments.ts"],
      ["app/platform/zz-wall.ts", "../ui/cx.ts"],
      ["app/content/zz-wall.ts", "../site/seo.ts"],
      ["app/submissions/zz-wall.ts", "../forms/contact/messages.ts"],
      ["app/files/zz-wall.ts", "../forms/contact/messages.ts"],
      ["app/submissions/zz-wall.ts", "../email/email.ts"],
      ["app/email/zz-wall.ts", "../forms/contact/messages.ts"],
      ["app/model/emails/zz-wall.ts", "../../contracts/store/contract-store.server.ts"],
      ["app/forms/contact/zz-wall.ts", "../newsletter/messages.ts"],
      ["app/forms/newsletter/zz-wall.ts", "../../contracts/store/contract-store.server.ts"],
      ["app/model/contracts/zz-wall.ts", "../../contracts/store/contract-store.server.ts"],
      ["app/contracts/store/zz-wall.ts", "../payment/reconcile.server.ts"],
      ["app/contracts/payment/zz-wall.ts", "../billing/billing.server.ts"],
      ["app/contracts/billing/emails/zz-wall.ts", "../../order/prices.server.ts"],
      ["app/contracts/order/zz-wall.ts", "../offer/draft-totals.ts"],
      ["app/auth/zz-wall.ts", "../submissions/submission-id.server.ts"],
      ["app/site/zz-wall.ts", "../routes/home.tsx"],
      ["app/site/zz-wall.ts", "../pages/home/query.ts"],
      ["app/pages/zz-wall.ts", "../admin/tables.tsx"],
      ["app/pages/home/zz-wall.ts", "../../contracts/order/prices.server.ts"],
      ["app/admin/zz-wall.ts", "../site/seo.ts"],
      ["app/admin/zz-wall.ts", "../contracts/payment/reconcile.server.ts"],
      ["app/contracts/store/zz-wall.ts", "../../email/email.ts"],
      ["app/auth/zz-wall.ts", "../services.server.ts"],
      ["app/site/zz-wall.ts", "lakelet"],
      ["app/content/zz-wall.ts", "../../packages/lakelet/src/index.ts"],
      ["app/routes/zz-wall.ts", "../../studio/structure.ts"],
      ["packages/lakelet/src/zz-wall.ts", "../../../app/platform/errors.ts"],
      ["packages/lakelet/test/zz-wall.test.ts", "../../../tests/support/ports.ts"],
      ["tests/support/zz-wall.ts", "../../packages/lakelet/src/testing/serve-lake.ts"],
      ["tests/integration/zz-wall.test.ts", "../../packages/lakelet/test/start-lake.ts"],
      ["studio/model/zz-wall.test.ts", "../../packages/lakelet/test/start-lake.ts"],
      ["scripts/zz-wall.ts", "lakelet/src/lake.ts"],
      ["scripts/zz-wall.ts", "../app/auth/accounts.server.ts"],
      ["dev/zz-wall.ts", "../app/submissions/queue/job.ts"],
      ["bench/zz-wall.ts", "../app/files/open-storage.server.ts"],
      ["app/auth/zz-wall.ts", "../commands.server.ts"],
      ["studio/zz-wall.ts", "../app/ui/button.tsx"],
      ["studio/model/zz-wall.ts", "../../app/content/client.server.ts"],
      ["studio/model/zz-wall.ts", "../../app/content/look.ts"],
      ["studio/submissions/zz-wall.ts", "../../app/contracts/order/form-values.ts"],
      ["studio/zz-wall.ts", "../server/guards.ts"],
      ["server/zz-wall.ts", "../app/site/seo.ts"],
      ["server/zz-wall.ts", "../scripts/backup.ts"],
      ["server/page-cache/zz-wall.ts", "../remix.ts"],
      ["server/page-cache/zz-wall.ts", "../../app/site/seo.ts"],
      ["server/zz-wall.ts", "../packages/lakelet/src/index.ts"],
      ["app/routes/zz-wall.ts", "../../packages/stand-ins/upstash.ts"],
      ["app/routes/zz-wall.ts", "stand-ins/stripe"],
      ["server/zz-wall.ts", "stand-ins/upstash"],
      ["scripts/zz-wall.ts", "stand-ins/upstash"],
      ["tests/support/zz-wall.ts", "../../packages/stand-ins/upstash.ts"],
      ["packages/stand-ins/zz-wall.ts", "../../app/platform/errors.ts"],
      ["packages/stand-ins/stripe/zz-wall.ts", "../../../tests/support/ports.ts"],
      ["packages/stand-ins/stripe/zz-wall.ts", "lakelet"],
      ["app/platform/zz-wall.ts", "../../tests/support/ports.ts"],
      ["packages/lakelet/src/zz-wall.ts", "../../stand-ins/upstash.ts"],
    ].map(([place = "", source = ""]) => [place, source, lint(place, source)] as const),
  )("%s may not import %s", async (_place, _source, said) => {
    expect(await said()).toContain("no-restricted-imports");
  });

  it.each(
    [
      ["app/auth/zz-wall.ts", "../model/roles.ts"],
      ["app/ui/zz-wall.ts", "../platform/phone.ts"],
      ["app/content/zz-wall.ts", "../platform/errors.ts"],
      ["app/email/zz-wall.ts", "../submissions/queue/job.ts"],
      ["app/model/emails/zz-wall.ts", "../contracts/money.ts"],
      ["app/forms/contact/zz-wall.ts", "../../ui/cx.ts"],
      ["app/auth/zz-wall.ts", "../platform/http/form-body.server.ts"],
      ["app/routes/zz-wall.ts", "../forms/contact/messages.ts"],
      ["studio/zz-wall.ts", "../app/model/field.ts"],
      ["server/zz-wall.ts", "../app/platform/errors.ts"],
      ["server/zz-wall.ts", "lakelet"],
      ["tests/support/zz-wall.ts", "stand-ins/upstash"],
      ["dev/zz-wall.ts", "stand-ins/stripe"],
      ["scripts/zz-wall.ts", "../app/commands.server.ts"],
      ["dev/zz-wall.ts", "../app/platform/env.server.ts"],
      ["packages/stand-ins/stripe/zz-wall.ts", "../fault-proxy.ts"],
      ["tests/integration/zz-wall.test.ts", "lakelet/testing"],
      ["packages/lakelet/test/zz-wall.test.ts", "../src/testing/serve-lake.ts"],
      ["packages/lakelet/src/store/zz-wall.ts", "../model/errors.ts"],
    ].map(([place = "", source = ""]) => [place, source, lint(place, source)] as const),
  )("%s may import %s", async (_place, _source, said) => {
    expect(await said()).not.toContain("no-restricted-imports");
  });
});
