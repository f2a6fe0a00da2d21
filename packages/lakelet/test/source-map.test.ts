import { resolveEditInfo, studioPath, walkMap } from "@sanity/client/csm";
import { stegaClean } from "@sanity/client/stega";
import { beforeAll, describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { clientOn, startLake } from "./start-lake.ts";

const block = (_key: string, text: string): object => ({
  _key,
  _type: "block",
  style: "normal",
  children: [{ _key: `${_key}s`, _type: "span", text }],
});

const DOCUMENTS = [
  { _id: "ada", _type: "author", name: "Ada", bio: { text: "Writes" } },
  {
    _id: "p1",
    _type: "post",
    title: "Sea",
    slug: { current: "sea" },
    views: 3,
    author: { _type: "reference", _ref: "ada" },
    tags: ["blue", "deep"],
    body: [block("a", "Hello"), block("b", "World")],
    cards: [
      { _key: "x", _type: "card", heading: "One", size: 1 },
      { _key: "y", _type: "card", heading: "Two", size: 2 },
    ],
    "odd'name": "odd",
  },
  { _id: "drafts.p1", _type: "post", title: "Draft of sea", author: { _type: "reference", _ref: "ada" } },
  { _id: "p2", _type: "post", title: "Land", author: { _type: "reference", _ref: "ada" } },
];

const started = opened(() => startLake({ publicRead: true }));
beforeAll(async () => {
  await started.writer.mutate(DOCUMENTS.map((document) => ({ create: document as never })));
});

type Place = [path: string, document: string, source: string];

/** Returns where each text of the result comes from, by the code of overlays. */
async function placesOf(
  query: string,
  params: Record<string, unknown> = {},
  perspective = "published",
): Promise<Place[]> {
  const client = started.reader.withConfig({ perspective: perspective as "published" });
  const options = { filterResponse: false, resultSourceMap: "withKeyArraySelector" } as const;
  const { result, resultSourceMap } = await client.fetch(query, params, options);
  expect(result).toEqual(await client.fetch(query, params));
  const places: Place[] = [];
  walkMap(result, (value, path) => {
    if (typeof value !== "string" || String(path.at(-1)).startsWith("_")) return value;
    const info = resolveEditInfo({
      resultSourceMap: resultSourceMap as never,
      resultPath: path as never,
      studioUrl: "/studio",
    });
    places.push([
      studioPath.toString(path.map((part) => (typeof part === "object" ? part._index : part))),
      info?.id ?? "",
      info ? studioPath.toString(info.path as never) : "",
    ]);
    return value;
  });
  return places;
}

describe("resultSourceMap", () => {
  test.each<[string, Place[]]>([
    [`*[_id == "p2"]{title}`, [["[0].title", "p2", "title"]]],
    [`*[_id == "p2"][0].title`, [["", "p2", "title"]]],
    [
      `*[_type == "post"] | order(title)[0...2]{"t": title}`,
      [
        ["[0].t", "p2", "title"],
        ["[1].t", "p1", "title"],
      ],
    ],
    [
      `*[_type == "post"] | order(title).title`,
      [
        ["[0]", "p2", "title"],
        ["[1]", "p1", "title"],
      ],
    ],
    [
      `*[_id == "p2"][0]{"by": author->name, author->{bio}}`,
      [
        ["by", "ada", "name"],
        ["author.bio.text", "ada", "bio.text"],
      ],
    ],
    [
      `*[_id == "p1"][0]{"s": slug.current, "odd": @["odd'name"]}`,
      [
        ["s", "p1", "slug.current"],
        ["odd", "p1", "odd'name"],
      ],
    ],
    [
      `*[_id == "p1"][0]{tags}`,
      [
        ["tags[0]", "p1", "tags[0]"],
        ["tags[1]", "p1", "tags[1]"],
      ],
    ],
    [
      `*[_id == "p1"][0]{"t": tags[1], "last": tags[-1]}`,
      [
        ["t", "p1", "tags[1]"],
        ["last", "p1", "tags[1]"],
      ],
    ],
    [`*[_id == "p1"][0]{"h": cards[size > 1].heading}`, [["h[0]", "p1", `cards[_key=="y"].heading`]]],
    [
      `*[_id == "p1"][0]{"h": cards[_key == "x"][0]{heading}}`,
      [["h.heading", "p1", 'cards[_key=="x"].heading']],
    ],
    [
      `*[_id == "p1"][0]{"h": cards[1...2]{"t": heading, size}}`,
      [["h[0].t", "p1", `cards[_key=="y"].heading`]],
    ],
    [
      `*[_id == "p1"][0]{cards[]{..., "up": upper(heading)}}`,
      [
        ["cards[0].heading", "p1", 'cards[_key=="x"].heading'],
        ["cards[0].up", "", ""],
        ["cards[1].heading", "p1", `cards[_key=="y"].heading`],
        ["cards[1].up", "", ""],
      ],
    ],
    [
      `*[_id == "p1"][0]{"b": body[0].children[0].text}`,
      [["b", "p1", 'body[_key=="a"].children[_key=="as"].text']],
    ],
    [
      `*[_id == "p1"]{"a": coalesce(none, title), "b": select(views > 2 => slug.current, title), "c": "literal", "d": title + "!"}`,
      [
        ["[0].a", "p1", "title"],
        ["[0].b", "p1", "slug.current"],
        ["[0].c", "", ""],
        ["[0].d", "", ""],
      ],
    ],
    [
      `*[_id == "p1"][0]{views > 2 => {title}, ...select(views > 2 => {"s": slug.current}), ...author->{name}}`,
      [
        ["title", "p1", "title"],
        ["s", "p1", "slug.current"],
        ["name", "ada", "name"],
      ],
    ],
    [
      `*[_id == "ada"]{name, "posts": *[_type == "post" && author._ref == ^._id] | order(_id)[]{title}}`,
      [
        ["[0].name", "ada", "name"],
        ["[0].posts[0].title", "p1", "title"],
        ["[0].posts[1].title", "p2", "title"],
      ],
    ],
    [
      `*[_type == "post"]{title, "k": title} | order(k desc)[0..0]`,
      [
        ["[0].title", "p1", "title"],
        ["[0].k", "p1", "title"],
      ],
    ],
    [
      `*[_type == "post"]{title, author->{name}}[author.name == "Ada" && title in ["Land"]]{"x": title, "y": title + "!"}`,
      [
        ["[0].x", "p2", "title"],
        ["[0].y", "", ""],
      ],
    ],
    [`*[_type == "post"]{author}{"n": author->name}[0]`, [["n", "ada", "name"]]],
    [`{"post": *[_id == "p2"][0]{title}, "n": count(*)}`, [["post.title", "p2", "title"]]],
    [`*[_type == "post" && title match "La*"][0]{title}`, [["title", "p2", "title"]]],
    ["count(*)", []],
    [`*[_id == "nobody"][0]{title}`, []],
  ])("%s", async (query, places) => {
    expect(await placesOf(query)).toEqual(places);
  });

  test("maps whole documents and portable text", async () => {
    const places = await placesOf(`*[_id == "p1"][0]`);
    expect(places).toContainEqual(["slug.current", "p1", "slug.current"]);
    expect(places).toContainEqual([
      "body[1].children[0].text",
      "p1",
      'body[_key=="b"].children[_key=="bs"].text',
    ]);
    expect(await placesOf(`*[_id == $id][0]{body}`, { id: "p1" })).toContainEqual([
      "body[0].children[0].text",
      "p1",
      'body[_key=="a"].children[_key=="as"].text',
    ]);
  });

  test("names the draft that a perspective shows", async () => {
    const client = started.reader.withConfig({ perspective: "drafts" });
    const query = `*[_id == "p1"][0]{title}`;
    const options = { filterResponse: false, resultSourceMap: true } as const;
    const { result, resultSourceMap } = await client.fetch(query, {}, options);
    expect(result).toEqual({ title: "Draft of sea" });
    expect(resultSourceMap).toEqual({
      documents: [{ _id: "drafts.p1", _type: "post" }],
      paths: ["$['title']"],
      mappings: { "$['title']": { type: "value", source: { type: "documentValue", document: 0, path: 0 } } },
    });
  });

  test("is enough for the client's stega", async () => {
    const client = clientOn(started.url, {
      token: started.lake.tokens.read,
      perspective: "published",
      stega: { enabled: true, studioUrl: "/studio" },
    });
    const query = `*[_id == "p1"][0]{title, "by": author->name, slug, body[]{..., "n": 1}}`;
    const encoded = await client.fetch<Record<string, never>>(query);
    expect(encoded["title"]).not.toBe("Sea");
    expect(encoded["slug"]).toEqual({ current: "sea" });
    expect(stegaClean(encoded)).toEqual(await started.reader.fetch(query, {}, { perspective: "published" }));
  });

  test.each([
    `*[title match "sea"] | score(title match "sea")`,
    `*{"_id": _id}[references("ada")]`,
    "*[0]{_system}",
  ])("%s is a 400", async (query) => {
    const options = { filterResponse: false, resultSourceMap: true } as const;
    await expect(started.reader.fetch(query, {}, options)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("resultSourceMap is not supported with"),
    });
  });

  test("is for callers with a token, and nothing but true or withKeyArraySelector", async () => {
    const ask = (client: typeof started.reader, value: string): Promise<unknown> =>
      client.request({ url: "/data/query/production", query: { query: "*[0]", resultSourceMap: value } });
    await expect(ask(started.anonymous, "true")).rejects.toMatchObject({ statusCode: 400 });
    await expect(ask(started.reader, "yes")).rejects.toMatchObject({ statusCode: 400 });
    expect(await ask(started.reader, "false")).not.toHaveProperty("resultSourceMap");
  });
});
