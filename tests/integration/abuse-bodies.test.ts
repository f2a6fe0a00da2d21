import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { messageFields, openAbuseHarness, orderFields, questionnaireFields } from "../abuse/abuse-harness.ts";
import { opened } from "../support/opened.ts";
import { sampleFiles, strangeFiles, zipBomb } from "../support/sample-files.ts";

// Files that are not what they seem, on a running site. SECURITY.md says which threat is tried where; bodies all of whose parts
// are random: tests/abuse/fuzz.test.ts.

const harness = opened(() => openAbuseHarness({ LOG_LEVEL: "error" }));

const documents = (type: string) => harness.store.fetch<number>("count(*[_type == $type])", { type });

describe("files that came with a questionnaire", () => {
  type Attachment = { name: string; url: string; type: string };

  /** Posts a questionnaire as a browser without scripts does; answers the status and what was attached. */
  async function send(files: readonly (readonly [name: string, bytes: Buffer])[]) {
    const fields = questionnaireFields("Words", harness.mark);
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (const [name, bytes] of files)
      body.append("additionalInfo.attachments", new Blob([new Uint8Array(bytes)]), name);
    const { status } = await harness.post("/questionnaire", body);
    const attached = await harness.store.fetch<Attachment[] | null>(
      `*[_id == $id][0].additionalInfo.attachments`,
      {
        id: `questionnaire.${fields["submissionId"]}`,
      },
    );
    return { status, attached };
  }

  const files = () =>
    readdirSync(harness.site.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(harness.site.dataDir, join(entry.parentPath, entry.name)));

  test.each([
    "../../../../evil.pdf",
    "..\\..\\..\\evil.pdf",
    "/etc/cron.d/evil.pdf",
    "C:\\Windows\\evil.pdf",
    "....//....//evil.pdf",
    "%2e%2e%2fevil.pdf",
    "evil\u0000.pdf",
    "evil.pdf\r\nX-Evil: 1",
    ".htaccess.pdf",
    `${"a".repeat(3_000)}.pdf`,
    "\u202efdp.evil.pdf",
    "<img src=x onerror=alert(1)>.pdf",
  ])("called %j lie where all of them lie, under names of our own", async (name) => {
    const before = new Set(files());
    const { status, attached } = await send([[name, sampleFiles.pdf]]);
    expect([303, 422]).toContain(status);
    for (const path of files().filter((path) => !before.has(path))) {
      expect(path).toMatch(/^(uploads|outbox|queue|lake)\//);
      if (path.startsWith("uploads/")) expect(path).toMatch(/^uploads\/[\w.-]+$/);
      expect(path).not.toContain("evil");
    }
    for (const file of attached ?? []) {
      expect(file.name).not.toMatch(/[/\\\p{Cc}]/u);
      const { status, headers } = await harness.read(file.url);
      expect(status).toBe(200);
      expect(headers.get("x-evil")).toBeNull();
      expect(headers.get("content-disposition")).toMatch(/^attachment/);
    }
  });

  const polyglots: [name: string, bytes: Buffer][] = [
    ["page.pdf", Buffer.concat([sampleFiles.pdf, strangeFiles.page])],
    ["program.gif", Buffer.concat([sampleFiles.gif, Buffer.from("*/=1;alert(1)//")])],
    ["archive.png", Buffer.concat([sampleFiles.png, strangeFiles.zip])],
    ["page.jpg", Buffer.concat([sampleFiles.jpg, strangeFiles.svg])],
  ];
  test("that are two things at once are given out as neither", async () => {
    const { status, attached } = await send(polyglots);
    expect([status, attached?.length]).toEqual([303, polyglots.length]);
    for (const { url, type } of attached ?? []) {
      const { headers } = await harness.read(url);
      expect(type).toMatch(/^(application\/pdf|image\/(gif|png|jpeg))$/);
      expect(headers.get("content-type")).toBe(type);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-disposition")).toMatch(/^attachment/);
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    }
  });

  test("that unpack to 200 MB are never unpacked", async () => {
    const peak = () => {
      const status = `/proc/${harness.site.pid}/status`;
      return existsSync(status) ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1] ?? 0) : 0;
    };
    const bomb = zipBomb(200 * 1024 * 1024);
    expect(bomb.length).toBeLessThan(300_000);
    const before = peak();
    const { status } = await send([["brief.docx", bomb]]);
    expect([303, 422]).toContain(status);
    expect(peak() - before).toBeLessThan(100 * 1024);
  });

  test("of kinds that nobody asked for are told, and the answers kept", async () => {
    const before = await documents("clientQuestionnaire");
    for (const [name, bytes] of Object.entries(strangeFiles))
      expect([name, (await send([[`${name}.pdf`, bytes]])).status]).toEqual([name, 422]);
    expect(await documents("clientQuestionnaire")).toBe(before);
  });
});

describe("forms with one field that anything may be in", () => {
  const anything = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom("", "-1", "1e309", "\u0000", "x".repeat(6_000), "data:image/png;base64,", "__proto__"),
  );

  test.each([
    ["contactSubmission", "/contact", messageFields, "email"],
    ["clientQuestionnaire", "/questionnaire", () => questionnaireFields("Words"), "contactInfo.email"],
    ["contract", "/contract", () => ({ ...orderFields("Words"), intent: "place" }), "contactInfo.email"],
  ] as const)("are stored whole, or not at all: %s", async (type, path, fieldsOf, email) => {
    const before = await documents(type);
    let taken = 0;
    const sent = fc.asyncProperty(
      fc.oneof(fc.constant(email), fc.constantFrom(...Object.keys(fieldsOf()))),
      anything,
      async (name, value) => {
        const body = new FormData();
        for (const [key, text] of Object.entries({ ...fieldsOf(), ...harness.mark, [name]: value }))
          body.set(key, text);
        const { status } = await harness.post(path, body);
        expect([name, status]).toEqual([name, expect.toSatisfy((code: number) => code < 500)]);
        if (status < 400) taken += 1;
      },
    );
    await fc.assert(sent, { numRuns: 40, seed: 20_261_122 });
    expect((await documents(type)) - before).toBe(taken);
    const halves = `*[_type == $type && !(string::startsWith(coalesce(${email}, ""), "visitor@"))]`;
    expect(await harness.store.fetch(halves, { type })).toEqual([]);
  });
});
