import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Node = Record<string, unknown>;

const text = readFileSync(new URL("./data.ndjson", import.meta.url), "utf8");
const lines = text.trimEnd().split("\n");
const documents = lines.map((line) => JSON.parse(line) as Node);

/** Yields every object anywhere in the seed with the id of its document. */
function* nodes(value: unknown, id: string): Generator<{ id: string; node: Node }> {
  if (Array.isArray(value)) for (const item of value) yield* nodes(item, id);
  else if (value && typeof value === "object") {
    yield { id, node: value as Node };
    for (const child of Object.values(value)) yield* nodes(child, id);
  }
}

const all = documents.flatMap((document) => [...nodes(document, String(document._id))]);
const ofType = (type: string) => documents.filter((document) => document._type === type);
const image = (file: string) => new URL(`./${file}`, import.meta.url);

describe("the seed", () => {
  it("is NDJSON: one document a line, written as JSON.stringify does, so that a diff shows what changed", () => {
    expect(text).toBe(documents.map((document) => `${JSON.stringify(document)}\n`).join(""));
    expect(
      documents.filter(({ _id, _type }) => typeof _id !== "string" || typeof _type !== "string"),
    ).toEqual([]);
  });

  it("has no id twice and none with a dot, which visitors could not see", () => {
    const ids = documents.map((document) => String(document._id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.includes("."))).toEqual([]);
  });

  it("refers only to what is there", () => {
    const ids = new Set(documents.map((document) => document._id));
    expect(
      all
        .filter(({ node }) => node._ref && !ids.has(node._ref))
        .map(({ id, node }) => `${id} → ${String(node._ref)}`),
    ).toEqual([]);
  });

  it("has every picture, small enough, with words for those who do not see it", () => {
    const pictures = all.filter(({ node }) => typeof node._sanityAsset === "string");
    expect(pictures.length).toBeGreaterThan(20);
    for (const { id, node } of pictures) {
      const file = image(String(node._sanityAsset).replace("image@file://./", ""));
      expect({ id, there: existsSync(file) }).toEqual({ id, there: true });
      expect(statSync(file).size).toBeLessThan(250_000);
      expect(String(node.alt).length).toBeGreaterThan(10);
    }
    const named = new Set(pictures.map(({ node }) => String(node._sanityAsset).split("/").at(-1)));
    expect(readdirSync(image("images")).filter((file) => !named.has(file))).toEqual([]);
  });

  it("speaks of cards in its policies only where they are taken, because a site without Stripe offers none", () => {
    const paragraphs = ofType("legalPage")
      .flatMap(({ body }) => body as { style: string; children?: { text: string }[] }[])
      .filter(({ style }) => style === "normal")
      .map(({ children = [] }) => children.map(({ text: words }) => words).join(""));
    const ofCards = paragraphs.filter((words) => /\bcards?\b/i.test(words));
    expect(ofCards).toHaveLength(4);
    expect(
      ofCards.filter(
        (words) => !/\bwhere (?:(?:we|the order form) takes? cards|the invoice offers that)\b/i.test(words),
      ),
    ).toEqual([]);
  });

  it("gives every object in a list its key", () => {
    const lists = all.flatMap(({ id, node }) =>
      Object.entries(node).map(([name, value]) => ({ id, name, value })),
    );
    const missing = lists.filter(
      ({ value }) =>
        Array.isArray(value) && value.some((item) => item && typeof item === "object" && !("_key" in item)),
    );
    expect(missing.map(({ id, name }) => `${id}.${name}`)).toEqual([]);
  });

  it("has the ten order services with the prices of docs/specification.md, section 9", () => {
    const services = ofType("orderService").map(({ serviceId, priceCents, kind }) => [
      serviceId,
      priceCents,
      kind,
    ]);
    expect(services).toEqual([
      ["websiteDevelopment", 50_000, "one-time"],
      ["domainSetup", 1_200, "one-time"],
      ["websiteMaintenance", 12_000, "monthly"],
      ["databaseManagement", 2_000, "monthly"],
      ["serverSetup", 15_000, "one-time"],
      ["clientPortal", 10_000, "one-time"],
      ["secureForm", 10_000, "one-time"],
      ["platformConnection", 20_000, "one-time"],
      ["ecommerce15", 20_000, "one-time"],
      ["ecommerce20", 25_000, "one-time"],
    ]);
  });

  it("has the anchors of the footer, six projects, three posts and the legal pages", () => {
    const slugs = (type: string) =>
      ofType(type).map((document) => (document.slug as { current: string }).current);
    expect(slugs("pageService")).toEqual([
      "web-development",
      "data-analytics",
      "machine-learning",
      "consulting",
      "cloud-solutions",
    ]);
    expect(slugs("project")).toHaveLength(6);
    expect(slugs("post")).toHaveLength(3);
    expect(slugs("legalPage")).toEqual(["privacy", "terms", "policy"]);
  });

  it("keeps titles and descriptions to what search results show", () => {
    const long = all.filter(
      ({ node }) =>
        node._type === "seo" && (String(node.title).length > 60 || String(node.description).length > 155),
    );
    expect(long.map(({ id }) => id)).toEqual([]);
  });

  it("names no sender, so that emails come from the company as it is called now", () => {
    expect(ofType("siteSettings").map(({ emails }) => emails)).toEqual([undefined]);
  });
});
