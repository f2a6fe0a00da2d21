import type { SanityClient } from "@sanity/client";
import { parseEnv } from "../app/platform/env.server.ts";
import { openTarget } from "./content/target.ts";
import { runCommand } from "./lib/command.ts";

const USAGE = `Usage: npm run upgrade

Brings what an earlier version of the site has stored into the form of this one (docs/upgrade.md). The site may keep running. Running it
again, or after it was cut off, upgrades what is left.`;

interface UpgradeStep {
  /** What it writes, in a few words, such as "Names of payment states". */
  name: string;
  /**
   * Writes each document at the revision that was read, and finds nothing to do a second time. Returns the number of documents
   * that were written.
   */
  run(client: SanityClient): Promise<number>;
}

const NUMBERED = `*[_type in ["pageService", "orderService", "project", "testimonial", "statistic"] && defined(order)]`;

/** Lists that editors drag were in the order of a number; now it is a text, as @sanity/orderable-document-list writes it. */
const ranks: UpgradeStep = {
  name: "Positions in lists",
  async run(client) {
    const found = await client.fetch<{ _id: string; _rev: string; order: number }[]>(
      `${NUMBERED}{ _id, _rev, order }`,
      {},
      { perspective: "raw" },
    );
    for (const { _id, _rev, order } of found) {
      const orderRank = `0|${(36 ** 5 + 16 * order).toString(36)}:`;
      await client.patch(_id).ifRevisionId(_rev).setIfMissing({ orderRank }).unset(["order"]).commit();
    }
    return found.length;
  },
};

interface OldHome {
  _id: string;
  _rev: string;
  [field: string]: unknown;
}

/** The parts that the home page had in fields of their own, in its order. */
const PARTS = [
  ["servicesSection", "services", "servicesHeading", "servicesIntro", null],
  ["projectsSection", "projects", "projectsHeading", "projectsIntro", "featuredProjects"],
  ["testimonialsSection", "testimonials", "testimonialsHeading", null, "testimonials"],
  ["figuresSection", "figures", "statisticsHeading", "statisticsIntro", "statistics"],
] as const;
const OLD_FIELDS = [
  ...PARTS.flatMap(([, , ...fields]) => fields.filter((field) => field !== null)),
  "closing",
];

/** Returns the sections of a home page. A part that showed chosen documents was left out while none was chosen. */
function sectionsOf(home: OldHome): object[] {
  const parts = PARTS.flatMap(([_type, _key, heading, intro, chosen]) => {
    const documents = chosen ? home[chosen] : null;
    if (chosen && !(Array.isArray(documents) && documents.length > 0)) return [];
    return {
      _type,
      _key,
      heading: home[heading] ?? "",
      ...(intro && home[intro] ? { intro: home[intro] } : {}),
      ...(documents ? { chosen: documents } : {}),
    };
  });
  const { closing } = home;
  return [...parts, ...(closing ? [{ _type: "callToActionSection", _key: "closing", ...closing }] : [])];
}

/** The home page had its parts in fields; now it is made of sections, as pages of the owner's are. */
const homeSections: UpgradeStep = {
  name: "Sections of the home page",
  async run(client) {
    const found = await client.fetch<OldHome[]>(
      `*[_type == "homePage" && (${OLD_FIELDS.map((field) => `defined(${field})`).join(" || ")})]`,
      {},
      { perspective: "raw" },
    );
    for (const home of found)
      await client
        .patch(home._id)
        .ifRevisionId(home._rev)
        .setIfMissing({ sections: sectionsOf(home) })
        .unset(OLD_FIELDS)
        .commit();
    return found.length;
  },
};

/** The oldest first. A step stays as long as a version before it can be upgraded from. */
const STEPS: readonly UpgradeStep[] = [ranks, homeSections];

await runCommand({
  usage: USAGE,
  failure: "Not upgraded",
  async run(args) {
    if (args.length > 0) return "usage";
    await using target = await openTarget(parseEnv(process.env));
    let upgraded = 0;
    for (const step of STEPS) {
      const count = await step.run(target.client);
      if (count > 0) console.log(`${step.name}: ${count}.`);
      upgraded += count;
    }
    if (upgraded === 0) console.log("Nothing to upgrade.");
  },
});
