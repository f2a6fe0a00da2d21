import type { DocumentActionComponent, DocumentActionsContext } from "sanity";
import { expect, test } from "vitest";
import { documentActions } from "./resolvers.ts";

test("the actions that take the place of Sanity's stay the same components", () => {
  const given: DocumentActionComponent[] = (["publish", "duplicate", "delete"] as const).map((action) =>
    Object.assign(() => null, { action }),
  );
  const actions = () => documentActions(given, { schemaType: "project" } as DocumentActionsContext);
  expect(actions().map((action, at) => action === given[at])).toEqual([false, false, true]);
  expect(actions()).toEqual(actions());
});
