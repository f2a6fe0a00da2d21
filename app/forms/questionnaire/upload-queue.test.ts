import { expect, test } from "vitest";
import { UploadQueue } from "./upload-queue.ts";
import type { UploadRow } from "./uploads-state.ts";

test("a file that is chosen again takes the place of its failed upload, and of no other", () => {
  let rows: readonly UploadRow[] = [];
  const queue = new UploadQueue("draft", rows, (changed) => (rows = changed));
  const program = new File(["MZ"], "setup.exe");
  queue.add([program]);
  const [first] = rows;
  expect(first).toMatchObject({ name: "setup.exe", state: "failed" });
  queue.add([program]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.id).not.toBe(first?.id);
  queue.add([new File(["MZ."], "setup.exe"), new File(["MZ"], "other.exe")]);
  expect(rows.map(({ name, size }) => [name, size])).toEqual([
    ["setup.exe", 2],
    ["setup.exe", 3],
    ["other.exe", 2],
  ]);
});

const reopened = (id: string, state: UploadRow["state"]): UploadRow => {
  return { id, name: `${id}.pdf`, size: 4, state, sent: 0 };
};

test("one that was interrupted goes on, when it is the same file", () => {
  let rows: readonly UploadRow[] = [reopened("a", "interrupted"), reopened("b", "done")];
  const queue = new UploadQueue("draft", rows, (changed) => (rows = changed));
  queue.add([new File(["%PDF"], "a.pdf"), new File(["%PDF "], "a.pdf"), new File(["%PDF"], "a.pdf")]);
  queue.stop();
  expect(rows).toMatchObject([
    { id: "a", state: "sending" },
    { id: "b", state: "done" },
    { name: "a.pdf", size: 5, state: "sending" },
    { name: "a.pdf", size: 4, state: "waiting" },
  ]);
});

test("rows of a reopened draft follow the server, unless something happened to them here", () => {
  let rows: readonly UploadRow[] = ["a", "b", "c", "d"].map((id) =>
    reopened(id, id === "a" || id === "b" ? "done" : "interrupted"),
  );
  const queue = new UploadQueue("draft", rows, (changed) => (rows = changed));
  queue.add([new File(["%PDF"], "d.pdf")]);
  queue.compare(["b", "c", "d"].map((id) => ({ id, whole: true })));
  queue.stop();
  expect(rows.map(({ state }) => state)).toEqual(["failed", "done", "done", "sending"]);
});
