import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OUTBOX } from "../admin/addresses.ts";
import { loadOutbox, retryRefused } from "../admin/outbox.instance.server.ts";
import { Outbox } from "../admin/outbox.tsx";
import { requireAdmin } from "../auth/require-admin.server.ts";
import { unlistedMeta } from "../site/seo.ts";

export { adminHeaders as headers } from "../admin/admin-headers.ts";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Outbox");

export async function loader({ request }: LoaderFunctionArgs) {
  const currentUser = await requireAdmin(request);
  return { currentUser, outbox: await loadOutbox() };
}

/** The page's button: another chance for what was refused. */
export async function action({ request }: ActionFunctionArgs) {
  await requireAdmin(request);
  retryRefused();
  return redirect(OUTBOX, 303);
}

export default function AdminOutbox() {
  return <Outbox {...useLoaderData<typeof loader>().outbox} />;
}
