import { expect, test } from "vitest";
import { mayRole, ROLES, type Permission, type Role } from "./roles.ts";

const rightsOf = (role: Role | null): Permission[] =>
  (["administer", "edit-content"] as const).filter((permission) => mayRole(role, permission));

test("admins may everything, editors edit content, nobody else anything", () => {
  expect(rightsOf("admin")).toEqual(["administer", "edit-content"]);
  expect(rightsOf("editor")).toEqual(["edit-content"]);
  expect(rightsOf(null)).toEqual([]);
});

test("only who may edit content has a role in the lake", () => {
  for (const [name, { lake }] of Object.entries(ROLES))
    expect([name, lake !== null]).toEqual([name, mayRole(name as Role, "edit-content")]);
});
