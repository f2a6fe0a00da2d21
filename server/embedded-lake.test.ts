import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evaluate, parse } from "groq-js";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { ADMIN_TYPES } from "../app/model/admin-types.ts";
import { parseEnv } from "../app/platform/env.server.ts";
import { openEmbeddedLake } from "./embedded-lake.ts";

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

test("other front ends get no article before its date", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "embedded-lake-"));
  const env = parseEnv({ DATA_DIR: dataDir, LAKE_PUBLIC_READ: "true" });
  const lake = await openEmbeddedLake(env, pino({ level: "silent" }));
  onTestFinished(async () => {
    await lake.close();
    rmSync(dataDir, { recursive: true });
  });
  const base = `${env.publicUrl}/lake/v2025-02-19/data`;
  const post = (_id: string, publishedAt: string) => ({ create: { _id, _type: "post", publishedAt } });
  const written = await lake.answer(
    new Request(`${base}/mutate/${env.content.dataset}`, {
      method: "POST",
      headers: { authorization: `Bearer ${lake.tokens.write}`, "content-type": "application/json" },
      body: JSON.stringify({ mutations: [post("past", "2020-01-01"), post("ahead", "2999-01-01")] }),
    }),
  );
  expect(written.status).toBe(200);
  const query = new URLSearchParams({ query: `*[_type == "post"]._id` });
  const answer = await lake.answer(new Request(`${base}/query/${env.content.dataset}?${query}`));
  expect(await answer.json()).toMatchObject({ result: ["past"] });
});
