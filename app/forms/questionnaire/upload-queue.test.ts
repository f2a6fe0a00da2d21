import { expect, test } from "vitest";
import { UploadQueue } from "./upload-queue.ts";
import { uploadsReducer, type UploadRow } from "./uploads-state.ts";

test("a file that is chosen again takes the place of its failed upload, and of no other", () => {
  let rows: readonly UploadRow[] = [];
  const queue = new UploadQueue("draft", (change) => (rows = uploadsReducer(rows, change)));
  const program = new File(["MZ"], "setup.exe");
  queue.add([program], rows);
  const [first] = rows;
  expect(first).toMatchObject({ name: "setup.exe", state: "failed" });
  queue.add([program], rows);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.id).not.toBe(first?.id);
  queue.add([new File(["MZ."], "setup.exe"), new File(["MZ"], "other.exe")], rows);
  expect(rows.map(({ name, size }) => [name, size])).toEqual([
    ["setup.exe", 2],
    ["setup.exe", 3],
    ["other.exe", 2],
  ]);
});
