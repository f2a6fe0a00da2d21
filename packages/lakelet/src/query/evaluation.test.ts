import { expect, test } from "vitest";
import { Evaluation } from "./evaluation.ts";
import { planFor } from "./plan.ts";
import type { View } from "./view.ts";

test("an evaluation that is stopped anywhere begins again with all of its sources", () => {
  const documents = ["a", "b"].map((_id) => ({ _id, _type: "post" }));
  const query = `[*[_id in ["a"]][0...1]{_id}, *[_id in ["b", "c"]][0...2]{_id}]`;
  for (const stoppedAt of [0, 1]) {
    let reads = 0;
    const withValue = (_path: readonly string[], ids: readonly unknown[]) => {
      if (reads++ === stoppedAt) throw new Error("stopped");
      return documents.filter(({ _id }) => ids.includes(_id));
    };
    const view = { withValue } as unknown as View;
    const context = { identity: "me", projectId: "p", dataset: "d", withSystem: false };
    const evaluation = new Evaluation(planFor(query, {}), {}, view, context);
    expect(() => evaluation.run()).toThrow("stopped");
    expect(evaluation.run()).toEqual([[{ _id: "a" }], [{ _id: "b" }]]);
  }
});
