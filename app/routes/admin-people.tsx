import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { People } from "../admin/people.tsx";
import { guarded } from "../auth/guarded.server.ts";
import type { PeopleResult } from "../auth/people.ts";
import { DONE_PARAM, PEOPLE } from "../model/admin-paths.ts";
import { unlisted } from "../site/seo.ts";

export const meta = unlisted("People");

export const loader = guarded("administer", async ({ services, url }) => ({
  people: await services.auth.listPeople(),
  sendsEmail: services.env.mail.on,
  done: url.searchParams.get(DONE_PARAM),
}));

/** Invites somebody, changes a role or revokes access. */
export const action = guarded("administer", async ({ services, request, staff }) => {
  const { result, ...init } = await services.auth.changePeople(request, staff.email);
  return result.status === "done"
    ? redirect(`${PEOPLE}?${DONE_PARAM}=${result.done}`, 303)
    : data(result, init);
});

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

export default function AdminPeople() {
  const { people, sendsEmail, done } = useLoaderData<typeof loader>();
  const result = useActionData() as PeopleResult | undefined;
  return <People people={people} sendsEmail={sendsEmail} done={done} result={result} />;
}
