import { readFileSync } from "node:fs";
import { evaluate, parse } from "groq-js";
import { expect, test } from "vitest";
import { ADMIN_TYPES } from "../app/model/admin-types.ts";

test("the documented role of an editor with hosted Sanity hides what the lake hides", async () => {
  const page = readFileSync(new URL("../docs/operations.md", import.meta.url), "utf8");
  const fenced = /```groq\n(?<filter>.*?)```/s.exec(page.slice(page.indexOf("an editor with hosted Sanity")));
  const seen = [
    ...["post-a", "drafts.post-a", "versions.spring.post-a"].map((_id) => ({ _id, _type: "post" })),
    { _id: "_.releases.spring", _type: "system.release" },
  ];
  const hidden = ADMIN_TYPES.flatMap((_type) =>
    ["a", "x.a", "drafts.x.a", "versions.spring.x.a"].map((_id) => ({ _id, _type })),
  );
  const renamed = ["x.a", "drafts.x.a", "versions.spring.x.a"].map((_id) => ({ _id, _type: "post" }));
  const dataset = [...seen, ...hidden, ...renamed];
  const result = await evaluate(parse(`*[${fenced?.groups?.["filter"]}]`), { dataset });
  expect(await result.get()).toEqual(seen);
});
