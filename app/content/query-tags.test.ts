import { describe, expect, it } from "vitest";
import { aboutQuery } from "../pages/about/query.ts";
import { homeQuery } from "../pages/home/query.ts";
import { legalQuery } from "../pages/legal/query.ts";
import { tagsOfQuery } from "./query-tags.server.ts";
import { sitemapQuery } from "./site-query.ts";

describe("tagsOfQuery", () => {
  it.each<[string, string[]]>([
    [`*[_type == "post"]`, ["type:post"]],
    [`*[_type == "post" && defined(slug.current) && slug.current == $slug][0]`, ["type:post"]],
    [`*[_type == "page" && _id == "home"][0]{ title }`, ["doc:home"]],
    [`*[_id == $slug][0]`, ["doc:a"]],
    [`*[_id in ["x", "y"]]`, ["doc:x", "doc:y"]],
    [`*[_type == "a" || _type == "b"]`, ["type:a", "type:b"]],
    [`*[(_type == "a") && (x || y)]`, ["type:a"]],
    [`{ "a": *[_type == "a"], "b": count(*[_type == "b"]) }`, ["type:a", "type:b"]],
    [`*[_type == "a"]{ "more": *[_type == "b" && _id != ^._id] }`, ["type:a", "type:b"]],
    [`*[_type == "a"] | order(count(*[_type == "b" && references(^._id)]))`, ["type:a", "type:b"]],
  ])("%s", (query, tags) => {
    expect(tagsOfQuery(query, { slug: "a" }).sort()).toEqual(tags);
  });

  it.each([
    "*",
    "count(*)",
    `*[_type == "a" || defined(x)]`,
    `*[references("a")]`,
    `*[_type != "a"]`,
    `*[_type in [name, "a"]]`,
    `*[author->_type == "a"]`,
  ])("counts every change where a query is not pinned to anything: %s", (query) => {
    expect(tagsOfQuery(query)).toEqual(["all"]);
  });

  it("knows the site's own pages, none of which reads everything", () => {
    expect(tagsOfQuery(aboutQuery).sort()).toEqual(["doc:aboutPage", "doc:homePage"]);
    expect(tagsOfQuery(homeQuery).sort()).toEqual([
      "doc:homePage",
      "type:pageService",
      "type:project",
      "type:statistic",
      "type:testimonial",
    ]);
    expect(tagsOfQuery(legalQuery, { id: "legalPage-terms" })).toEqual(["doc:legalPage-terms"]);
    expect(tagsOfQuery(sitemapQuery)).not.toContain("all");
  });
});
