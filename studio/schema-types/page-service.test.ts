import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageService } from "./collections/page-service.ts";

const sprite = readFileSync(new URL("../../app/site/service-icons.svg", import.meta.url), "utf8");

test("every icon that a service can have is a symbol of the site's drawings, and the other way round", () => {
  const field = pageService.fields.find(({ name }) => name === "icon");
  const { list } = (field as unknown as { options: { list: { value: string }[] } }).options;
  const values = list.map(({ value }) => value);
  const symbols = [...sprite.matchAll(/<symbol id="(\w+)">/g)].map(([, id]) => id);
  expect(symbols).toHaveLength(17);
  expect(values).toEqual([...symbols, "none"]);
});
