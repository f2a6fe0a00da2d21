import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Outbox } from "../admin/outbox.tsx";
import { guarded } from "../auth/guarded.server.ts";
import { OUTBOX } from "../model/admin-paths.ts";
import { unlisted } from "../site/seo.ts";

export const meta = unlisted("Outbox");

export const loader = guarded("administer", ({ services }) => services.admin.outbox.load());

/** Retries refused submissions and emails. */
export const action = guarded("administer", async ({ services }) => {
  await services.admin.outbox.retryRefused();
  return redirect(OUTBOX, 303);
});

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

export default function AdminOutbox() {
  return <Outbox {...useLoaderData<typeof loader>()} />;
}
