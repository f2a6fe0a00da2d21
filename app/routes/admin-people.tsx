import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PEOPLE } from "../model/admin-paths.ts";
import { People } from "../admin/people.tsx";
import type { PeopleResult } from "../auth/people.ts";
import { unlistedMeta } from "../layout/seo.ts";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "People");

export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "administer");
  const people = await context.services.auth.listPeople();
  return { people, done: new URL(request.url).searchParams.get("done") };
}

/** Invites somebody, changes a role or revokes access. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { email } = await context.services.auth.requirePermission(request, "administer");
  const { result, ...init } = await context.services.auth.changePeople(request, email);
  return result.status === "done" ? redirect(`${PEOPLE}?done=${result.done}`, 303) : data(result, init);
}

export default function AdminPeople() {
  const { people, done } = useLoaderData<typeof loader>();
  const result = useActionData() as PeopleResult | undefined;
  return <People people={people} done={done} result={result} />;
}
