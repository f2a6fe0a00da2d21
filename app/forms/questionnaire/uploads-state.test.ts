import { describe, expect, test } from "vitest";
import { asOnServer, keptUploads, uploadsToKeep } from "./kept-uploads.ts";
import { filesProblem, rowsFor, type UploadRow } from "./uploads-state.ts";

const ID = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const OTHER = "7f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const row = (changes: Partial<UploadRow> = {}): UploadRow => ({
  id: ID,
  name: "brief.pdf",
  size: 100,
  state: "waiting",
  sent: 0,
  ...changes,
});
const numbered = () => {
  let count = 0;
  return () => `id-${(count += 1)}`;
};

describe("choosing files", () => {
  test.each([
    ["brief.pdf", 100, undefined],
    ["BRIEF.DOCX", 10_485_760, undefined],
    ["IMG_0001.HEIC", 100, undefined],
    ["virus.exe", 100, "This file is not a PDF, Word, JPEG, PNG or GIF file."],
    ["brief.pdf", 0, "This file is empty."],
    ["brief.pdf", 10_485_761, "This file is larger than 10 MB."],
  ])("%s of %i bytes: %s", (name, size, message) => {
    const [chosen] = rowsFor([{ name, size }], [], numbered());
    expect(chosen).toMatchObject({ id: "id-1", name, size, state: message ? "failed" : "waiting" });
    expect(chosen?.message).toBe(message);
  });

  test("the eleventh is refused; those that failed do not count", () => {
    const present = [row({ state: "failed" }), ...Array.from({ length: 8 }, () => row({ state: "done" }))];
    const chosen = rowsFor(
      [1, 2, 3].map((n) => ({ name: `${n}.pdf`, size: 1 })),
      present,
      numbered(),
    );
    expect(chosen.map(({ state }) => state)).toEqual(["waiting", "waiting", "failed"]);
    expect(chosen[2]?.message).toBe("At most 10 files can be attached.");
  });
});

describe("a draft", () => {
  const reopened = (rows: UploadRow[]) => {
    const draft = new FormData();
    draft.set("uploads", uploadsToKeep(rows));
    return keptUploads(draft);
  };

  test("keeps files that are there, and remembers those under way; failures are gone", () => {
    expect(
      reopened([
        row({ state: "done", sent: 100 }),
        row({ id: OTHER, state: "sending", sent: 50 }),
        row({ state: "failed" }),
      ]),
    ).toEqual([row({ state: "done", sent: 100 }), row({ id: OTHER, state: "interrupted" })]);
  });

  test.each([null, "", "[", "{}", "7", '[null, 7, {"id": "x"}, {"id": 1, "name": 2}]'])(
    "that holds %j holds no files",
    (text) => {
      const draft = new FormData();
      if (text !== null) draft.set("uploads", text);
      expect(keptUploads(draft)).toEqual([]);
    },
  );

  test("is compared with what the server has", () => {
    const [done, interrupted] = [row({ state: "done" }), row({ state: "interrupted" })];
    expect(asOnServer(done, [])).toMatchObject({
      state: "failed",
      message: "This file is no longer stored. Please upload it again.",
    });
    expect(asOnServer(done, [{ id: ID, whole: true }])).toBe(done);
    expect(asOnServer(interrupted, [{ id: ID, whole: false }])).toBe(interrupted);
    expect(asOnServer(interrupted, [{ id: ID, whole: true }])).toMatchObject({ state: "done", sent: 100 });
  });
});

test.each([
  [[], null],
  [["done"], null],
  [["done", "sending", "failed"], "pending"],
  [["waiting"], "pending"],
  [["done", "failed"], "failed"],
  [["interrupted"], "failed"],
] as const)("files that are %j: %j", (states, problem) =>
  expect(filesProblem(states.map((state) => row({ state })))).toBe(problem),
);
