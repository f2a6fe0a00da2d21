import { serveLake } from "lakelet/testing";
import { expect, test } from "vitest";
import { ADMIN_TYPES } from "../../app/model/admin-types.ts";
import { opened } from "../../tests/support/opened.ts";
import { restoration, restoredText } from "./bin.ts";
import { isOffered, isOpenTo, writtenTypes } from "./kinds.ts";

const lake = opened(serveLake);

test("a document comes back as it was, with its draft; not at all when one of them is there again", async () => {
  const { writer } = lake;
  const [published, draft] = [
    await writer.create({ _id: "post-a", _type: "post", title: "A" }),
    await writer.create({ _id: "drafts.post-a", _type: "post", title: "A, edited" }),
  ];
  await writer.transaction().delete("post-a").delete("drafts.post-a").commit();
  const back = restoration({ documentId: "post-a" }, [published, draft]);
  await writer.create({ _id: "drafts.post-a", _type: "post", title: "Another" });
  await expect(writer.mutate(back)).rejects.toThrow("already exists");
  expect(await writer.getDocument("post-a")).toBeUndefined();
  await writer.delete("drafts.post-a");
  await writer.mutate(back);
  expect(await writer.getDocument("post-a")).toMatchObject({ title: "A", _createdAt: published._createdAt });
  expect(await writer.getDocument("drafts.post-a")).toMatchObject({ title: "A, edited" });
});

test("what was only in a release is a draft again; beside its published document it is left out", () => {
  const version = { _id: "versions.rSpring.post-a", _type: "post", _rev: "1", title: "A" };
  const deleted = { documentId: "post-a" };
  expect(restoration(deleted, [version])).toEqual([
    { create: { _id: "drafts.post-a", _type: "post", title: "A" } },
  ]);
  const published = { _id: "post-a", _type: "post" };
  expect(restoration(deleted, [version, published])).toEqual([{ create: published }]);
});

test("editors find content, administrators also coupons, nobody what visitors sent", () => {
  expect(writtenTypes(false)).toContain("post");
  expect(writtenTypes(false)).not.toContain("coupon");
  expect(writtenTypes(true)).toEqual([...writtenTypes(false), "paymentSettings", "coupon"]);
  expect(writtenTypes(true)).not.toContain("contract");
});

test("no editor is offered a private type", () => {
  for (const type of ADMIN_TYPES) {
    expect(writtenTypes(false)).not.toContain(type);
    expect([isOpenTo(false, type), isOpenTo(true, type)]).toEqual([false, true]);
  }
  const offered = (isAdmin: boolean) => [...ADMIN_TYPES, "post"].filter((type) => isOffered(isAdmin, type));
  expect(offered(false)).toEqual(["post"]);
  expect(offered(true)).toContain("paymentSettings");
});

test("it is said what restoring does", () => {
  const deleted = { documentId: "a", type: "post", timestamp: "", author: "" };
  expect(restoredText({ ...deleted, versions: ["drafts.a"] })).toContain("a draft");
  expect(restoredText({ ...deleted, versions: ["a"] })).toContain("published, and is again");
  expect(restoredText({ ...deleted, versions: ["a", "drafts.a"] })).toContain("Both");
  expect(restoredText({ ...deleted, versions: ["versions.r.a"] })).toContain("was in a release");
  expect(restoredText({ ...deleted, versions: ["versions.r.a", "a"] })).toContain("published, and is again");
});
