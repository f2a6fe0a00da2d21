import { beforeAll, describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

const started = opened(() => startLake());

beforeAll(async () => {
  const body = (...spans: string[]) => [
    { _type: "block", style: "normal", children: spans.map((text) => ({ _type: "span", text })) },
  ];
  await started.writer
    .transaction()
    .create({ _id: "author-ada", _type: "author", name: "Ada Machin" })
    .create({
      _id: "a-why",
      _type: "post",
      title: "Why a machine fails",
      body: body("machine, machine, machine"),
    })
    .create({
      _id: "b-body",
      _type: "post",
      title: "Cranes",
      body: body("One mach", "ine in a smart gallery"),
    })
    .create({ _id: "m-port", _type: "post", title: "Machine learning in ports", excerpt: "Art gallery, too" })
    .create({ _id: "drafts.n-pier", _type: "post", title: "Machines on the pier" })
    .create({
      _id: "p-tide",
      _type: "post",
      title: "Tides",
      author: { _type: "reference", _ref: "author-ada" },
    })
    .create({ _id: "q-machine", _type: "page", title: "Machine rooms" })
    .commit();
});

const found = (filter: string, words: unknown): Promise<string[]> =>
  started.writer.fetch(`*[_type == "post" && (${filter})]._id`, { words });

describe("@ match text::query()", () => {
  test.each([
    ["a word anywhere", "machine", ["a-why", "b-body", "m-port"]],
    ["whatever its case", "MACHINE", ["a-why", "b-body", "m-port"]],
    ["the beginning of a word", "machi*", ["a-why", "b-body", "drafts.n-pier", "m-port"]],
    ["only whole words without the star", "machi", []],
    ["any of several words", "tides pier", ["drafts.n-pier", "p-tide"]],
    ["words next to each other", '"machine learning"', ["m-port"]],
    ["not the other way round", '"learning machine"', []],
    ["nor words that end otherwise", '"art gallery"', ["m-port"]],
    ["without a word", "machine -learning", ["a-why", "b-body"]],
    ["without a phrase", 'machi* -"machine fails"', ["b-body", "drafts.n-pier", "m-port"]],
    ["without, and nothing else", "-machi*", ["p-tide"]],
    ["everything", "*", ["a-why", "b-body", "drafts.n-pier", "m-port", "p-tide"]],
    ["nothing", "", []],
    ["no text at all", null, []],
  ])("finds %s", async (_, words, ids) => {
    expect(await found("@ match text::query($words)", words)).toEqual(ids);
  });

  test("reads one field, several, or a portable text as they are given", async () => {
    expect(await found("title match text::query($words)", "machine")).toEqual(["a-why", "m-port"]);
    expect(await found("[title, excerpt] match text::query($words)", '"art gallery"')).toEqual(["m-port"]);
    expect(await found("pt::text(body) match text::query($words)", "machine")).toEqual(["a-why", "b-body"]);
    expect(await found("author->name match text::query($words)", "ada")).toEqual(["p-tide"]);
    expect(await found('title match text::query("ti" + "des")', "")).toEqual(["p-tide"]);
  });

  test("is heard by a listener", async () => {
    const events = ["welcome", "mutation"] as const;
    const heard = started.writer.listen(
      "*[@ match text::query($words)]",
      { words: "lighth*" },
      { events: [...events] },
    );
    const documentId = await new Promise<string>((resolve, reject) => {
      const subscription = heard.subscribe({
        next: (event) => {
          if (event.type === "mutation") {
            subscription.unsubscribe();
            resolve(event.documentId);
            return;
          }
          void started.writer
            .create({ _id: "z-dark", _type: "note", text: "A pier" })
            .then(() => started.writer.create({ _id: "z-light", _type: "note", text: "A lighthouse" }));
        },
        error: reject,
      });
    });
    expect(documentId).toBe("z-light");
  });
});

/** What Sanity Studio 6.16 sends from the search of its top bar, with this site's schema cut to two types. */
const SEARCH = `// findability-mvi:5
// findability-selected-types:0
// findability-sort:relevance
// findability-source: global
// findability-filter-count:0
*[_type in $__types] | score(boost(_type in ["page","post"] && title match text::query($__query), 10), boost(_type in ["post"] && excerpt match text::query($__query), 5), ([@, _id] match text::query($__query) || references($__rawQuery))) [_score > 0] {_type, _id, _originalId, "orderings": [_score]} | order(orderings[0] desc) [0...$__limit]`;

/** The query before it: documents that others show by reference. Their ids count in the search that follows. */
const REFERENCED = `*[(_type == "author" && name match text::query($__query))][0...1000]._id`;

interface Hit {
  _id: string;
  _originalId?: string;
  orderings: [number];
}

describe("the Studio's search", () => {
  const hits = (words: string, raw = words, query = SEARCH, more: object = {}): Promise<Hit[]> =>
    started.writer.fetch(
      query,
      { __query: words, __rawQuery: raw, __types: ["page", "post"], __limit: 26, ...more },
      { perspective: "drafts" },
    );
  const order = async (words: string): Promise<string[]> => (await hits(words)).map(({ _id }) => _id);

  test("puts titles that begin with an unfinished word first, then other titles, then texts", async () => {
    const found = await hits("machi*");
    expect(found.map(({ _id }) => _id)).toEqual(["q-machine", "m-port", "n-pier", "a-why", "b-body"]);
    expect(found.find(({ _id }) => _id === "n-pier")).toMatchObject({ _originalId: "drafts.n-pier" });
    const scores = found.map(({ orderings }) => orderings[0]);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    // A title counts 10, the text at most a few.
    expect(scores.at(-2)).toBeGreaterThan(10);
    expect(scores.at(-1)).toBeLessThan(5);
  });

  test("puts what holds more of the words higher", async () => {
    expect(await order("pier machines*")).toEqual(["n-pier"]);
    expect((await order("ports learni* gallery")).slice(0, 2)).toEqual(["m-port", "b-body"]);
  });

  test("leaves out a document with an excluded word, wherever in it the word is", async () => {
    expect(await order("cranes* -gallery")).toEqual([]);
    expect(await order("machi* -gallery")).toEqual(["q-machine", "n-pier", "a-why"]);
  });

  test("finds an id, and what refers to one", async () => {
    expect(await order("q-mach*")).toContain("q-machine");
    expect((await hits("author-ada*", "author-ada")).map(({ _id }) => _id)).toEqual(["p-tide"]);
  });

  test("finds what names another document, by its name", async () => {
    const ids = await started.writer.fetch<string[]>(REFERENCED, { __query: "machi*" });
    expect(ids).toEqual(["author-ada"]);
    const weighted = SEARCH.replace("([@, _id]", "boost(references($__refIds), 5), ([@, _id]");
    const found = await hits("machi*", "machi", weighted, { __refIds: ids });
    expect(found.map(({ _id }) => _id)).toEqual([
      "q-machine",
      "m-port",
      "n-pier",
      "a-why",
      "p-tide",
      "b-body",
    ]);
  });

  test("lists everything as long as nothing is typed", async () => {
    const list = `*[_type in $__types && ([@, _id] match text::query($__query) || references($__rawQuery)) && (_type == $type)] {_type, _id, _originalId, "orderings": [title]} | order(orderings[0] asc) [0...$__limit]`;
    const found = await hits("*", "", list, { type: "post" });
    expect(found.map(({ _id }) => _id)).toEqual(["b-body", "m-port", "n-pier", "p-tide", "a-why"]);
  });
});

describe("refuses, with the reason,", () => {
  test.each([
    ["what depends on the document", "*[title match text::query(title)]", {}, /takes a text or a parameter/],
    ["a parameter that is missing", "*[title match text::query($words)]", {}, /not provided/],
    ["no text", "*[title match text::query()]", {}, /argument/i],
    ["words without end", "*[title match text::query($words)]", { words: "a ".repeat(65) }, /at most 64/],
    [
      "a text query that nothing is matched with",
      "*[text::query($words)]",
      { words: "a" },
      /not implemented/,
    ],
    ["a question of meaning", "*|score(text::semanticSimilarity($words))", { words: "a" }, /not implemented/],
  ])("%s", async (_, query, params, reason) => {
    const error = await started.writer.fetch(query, params).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ statusCode: 400, message: expect.stringMatching(reason) as string });
  });
});
