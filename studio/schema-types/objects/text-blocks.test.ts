import { expect, test } from "vitest";
import { textBlocks } from "../../../tests/support/text-blocks.ts";
import { textBlockTypes } from "./text-blocks.ts";

interface Previewed {
  name: string;
  preview?: { prepare?: (selection: never) => { title?: unknown; subtitle?: unknown } };
}

const previewOf = (type: string, selection: object) =>
  (textBlockTypes as readonly Previewed[])
    .find(({ name }) => name === type)
    ?.preview?.prepare?.(selection as never);

test("in the editor each block is named by its words", () => {
  const note = textBlocks({}).find(({ _type }) => _type === "note")!;
  expect(previewOf("note", note)).toEqual({ title: "Mind the gangway.", subtitle: "Warning" });
  expect(previewOf("note", {})).toEqual({ title: "", subtitle: "Note" });
  expect(previewOf("gallery", { first: "A quay" })).toMatchObject({ title: "Gallery", subtitle: "A quay" });
  expect(previewOf("video", { title: "A lock" })).toMatchObject({ title: "A lock", subtitle: "A file" });
});
