import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveLake } from "lakelet/testing";
import { expect, test } from "vitest";
import { byRank } from "../../app/content/fragments.ts";
import { runScript } from "../support/process.ts";

test("npm run upgrade carries the order of lists over, then finds nothing to do, and takes no arguments", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "upgrade-"));
  const lake = await serveLake({ directory: join(dataDir, "lake") });
  try {
    const upgrade = (...args: string[]) =>
      runScript("upgrade", args, { DATA_DIR: dataDir, PORT: new URL(lake.origin).port });
    const places = { "project-a": 10, "project-b": 9, "drafts.project-b": 2, "project-c": 1 };
    const writes = lake.writer.transaction();
    for (const [_id, order] of Object.entries(places)) writes.create({ _id, _type: "project", order });
    // Dragged since: stays where it is.
    writes.create({ _id: "project-d", _type: "project", order: 4, orderRank: "0|zzz000:" });
    const chosen = [{ _key: "r0", _type: "reference", _weak: true, _ref: "project-a" }];
    const home = {
      _type: "homePage",
      headline: "Ours",
      servicesHeading: "What we do",
      servicesIntro: "Well.",
      projectsHeading: "Work",
      featuredProjects: chosen,
      testimonialsHeading: "They say",
      testimonials: [],
      closing: { heading: "Ask", cta: { _type: "cta", label: "Write", href: "/contact" } },
    };
    for (const _id of ["homePage", "drafts.homePage"]) writes.create({ _id, ...home });
    await writes.commit();
    expect(await upgrade()).toEqual({
      code: 0,
      output: "Positions in lists: 5.\nSections of the home page: 2.\n",
    });
    const sorted = `*[_type == "project" && !defined(order)] | ${byRank}._id`;
    const ids = ["project-c", "drafts.project-b", "project-b", "project-a", "project-d"];
    expect(await lake.writer.fetch(sorted)).toEqual(ids);
    for (const _id of ["homePage", "drafts.homePage"]) {
      const { sections, ...fields } = (await lake.writer.getDocument(_id)) as Record<string, unknown>;
      expect(sections).toEqual([
        { _type: "servicesSection", _key: "services", heading: "What we do", intro: "Well." },
        { _type: "projectsSection", _key: "projects", heading: "Work", chosen },
        { _type: "callToActionSection", _key: "closing", ...home.closing },
      ]);
      expect(Object.keys(fields).filter((name) => !name.startsWith("_"))).toEqual(["headline"]);
    }
    expect(await upgrade()).toEqual({ code: 0, output: "Nothing to upgrade.\n" });
    expect(await upgrade("everything")).toMatchObject({
      output: expect.stringContaining("Usage: npm run upgrade"),
    });
  } finally {
    await lake.close();
    rmSync(dataDir, { recursive: true });
  }
});
