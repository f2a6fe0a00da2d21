import { expect, test } from "vitest";
import { isGivenRole, mayRole, ROLE_NAMES, ROLES, type Permission, type Role } from "./roles.ts";

const ALL = { "read-contracts": 1, "record-payments": 1, administer: 1, "edit-content": 1 };
const permissions = Object.keys(ALL satisfies Record<Permission, number>) as Permission[];
const rightsOf = (role: Role | null): Permission[] =>
  permissions.filter((permission) => mayRole(role, permission));

test("admins may everything, editors edit content, bookkeepers read contracts and record payments, nobody else anything", () => {
  expect(rightsOf("admin")).toEqual(permissions);
  expect(rightsOf("editor")).toEqual(["edit-content"]);
  expect(rightsOf("bookkeeper")).toEqual(["read-contracts", "record-payments"]);
  expect(rightsOf(null)).toEqual([]);
});

test("only who may edit content has a role in the lake, and only who may administer an admin's", () => {
  for (const role of ROLE_NAMES) {
    const lake = mayRole(role, "administer") ? "admin" : mayRole(role, "edit-content") ? "editor" : null;
    expect([role, ROLES[role].lake]).toEqual([role, lake]);
  }
});

test("accounts are given every role but an admin's, and no other", () => {
  expect(["admin", "editor", "bookkeeper", "owner", "toString", "", null].filter(isGivenRole)).toEqual([
    "editor",
    "bookkeeper",
  ]);
});
