import type { DuplicateActionProps, DuplicateDocumentActionComponent, MapDocument } from "sanity";
import { expect, test } from "vitest";
import { ranked } from "./duplicate.ts";

const NEXT = "0|10000w:";

/** Returns the copy that Sanity stores of a document. */
function copyOf(document: { _id: string; orderRank?: string }, mapDocument?: MapDocument) {
  let asked: DuplicateActionProps | undefined;
  const duplicate: DuplicateDocumentActionComponent = (props) => {
    asked = props;
    return null;
  };
  duplicate.action = "duplicate";
  const action = ranked(duplicate);
  expect(action.action).toBe("duplicate");
  action({ mapDocument } as DuplicateActionProps);
  return asked?.mapDocument?.({ _type: "project", ...document });
}

test("a copy stands behind its original in a list that editors drag, apart from other copies", () => {
  for (const orderRank of ["0|10000o:", "0|10000o:i"]) {
    const ranks = ["drafts.0b8f6a5e-1d0f-4a57-9f0a-0c2f7be1a3d4", "9a1c"].map(
      (_id) => copyOf({ _id, orderRank })?.["orderRank"] as string,
    );
    expect(new Set(ranks).size).toBe(2);
    for (const rank of ranks) {
      expect(rank > orderRank && rank < NEXT).toBe(true);
      expect(rank).toMatch(/^0\|[0-9a-z]+:[0-9a-z]+$/);
    }
  }
  expect(copyOf({ _id: "one" })).toEqual({ _type: "project", _id: "one" });
  const named = copyOf({ _id: "one", orderRank: "0|10000o:" }, (copy) => ({ ...copy, title: "Copy" }));
  expect(named).toMatchObject({ title: "Copy", orderRank: "0|10000o:1one" });
});
