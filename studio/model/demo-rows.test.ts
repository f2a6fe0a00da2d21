import { expect, test } from "vitest";
import { demoRows, keepable } from "./demo-rows.ts";

const AT = "2026-11-28T12:00:00Z";
const LATER = "2026-11-29T12:00:00Z";
const seeded = (id: string, type: string, fields: object, updatedAt = AT) => ({
  _id: id,
  _type: type,
  _createdAt: AT,
  _updatedAt: updatedAt,
  ...fields,
});

test("what names the demo company comes first, then what is unchanged; what was changed or kept is gone", () => {
  const documents = [
    seeded("post-the-monday-question", "post", { title: "Monday" }),
    seeded("homePage", "homePage", { headline: "Technology" }),
    seeded("aboutPage", "aboutPage", { heading: "A small firm" }, LATER),
    seeded("siteSettings", "siteSettings", { phone: "(212) 555-0142", companyName: "Vandermeer" }, LATER),
    seeded("statistic-years", "statistic", { value: 10 }),
    seeded("paymentSettings", "paymentSettings", { payee: "Harborlight LLC", replyTo: "x@y.example" }, LATER),
  ];
  const rows = demoRows(documents, ["statistic-years", "siteSettings"], []);
  expect(rows).toEqual([
    { id: "siteSettings", type: "siteSettings", fields: ["phone"] },
    { id: "paymentSettings", type: "paymentSettings", fields: ["payee"] },
    { id: "homePage", type: "homePage", fields: [] },
    { id: "post-the-monday-question", type: "post", fields: [] },
  ]);
  expect(keepable(rows)).toEqual(["homePage", "post-the-monday-question"]);
  expect(demoRows(documents, ["statistic-years", ...keepable(rows)], []).map(({ id }) => id)).toEqual([
    "siteSettings",
    "paymentSettings",
  ]);
  expect(demoRows([], [], [])).toEqual([]);
});

test("what visitors do not meet, because its page is switched off, is not left to do", () => {
  const documents = [
    seeded("post-the-monday-question", "post", { title: "At Harborlight" }),
    seeded("author-nora-whitlock", "author", {}),
    seeded("pageIntro-contract", "pageIntro", {}),
    seeded("orderService-domainSetup", "orderService", {}),
    seeded("pageIntro-contact", "pageIntro", {}),
  ];
  const idsWithout = (...off: string[]) => demoRows(documents, [], off).map(({ id }) => id);
  expect(idsWithout("pageIntro-contract")).toEqual([
    "post-the-monday-question",
    "pageIntro-contact",
    "author-nora-whitlock",
  ]);
  expect(idsWithout("pageIntro-contract", "pageIntro-blog")).toEqual(["pageIntro-contact"]);
});
