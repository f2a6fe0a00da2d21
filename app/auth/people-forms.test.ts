import { expect, test } from "vitest";
import { receivePeopleForm, type PeopleFormDeps } from "./people-forms.server.ts";

test("an invitation over the limit is given back", async () => {
  const perAdmin = { take: async () => 60, forget: async () => {} };
  const deps = { perAdmin, report: () => {} } as unknown as PeopleFormDeps;
  const initialValue = { email: "eve@example.com", role: "editor" };
  const body = new URLSearchParams({ intent: "invite", ...initialValue });
  const request = new Request("http://site.test/admin/people", { method: "POST", body });
  expect(await receivePeopleForm(request, "ada@example.com", deps)).toMatchObject({
    status: 429,
    result: { status: "failed", code: "too-many-requests", submission: { initialValue } },
  });
});
