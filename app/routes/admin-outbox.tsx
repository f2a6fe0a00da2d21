import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OUTBOX } from "../model/admin-paths.ts";
import { Outbox } from "../admin/outbox.tsx";
import { unlistedMeta } from "../layout/seo.ts";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Outbox");

export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "administer");
  return context.services.admin.outbox.load();
}

/** Retries refused submissions and emails. */
export async function action({ context, request }: ActionFunctionArgs) {
  await context.services.auth.requirePermission(request, "administer");
  await context.services.admin.outbox.retryRefused();
  return redirect(OUTBOX, 303);
}

export default function AdminOutbox() {
  return <Outbox {...useLoaderData<typeof loader>()} />;
}
