import { Outlet, useActionData, useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { Dashboard } from "../admin/dashboard.tsx";
import { guarded } from "../auth/guarded.server.ts";
import { mayRole } from "../model/roles.ts";
import { unlisted } from "../site/seo.ts";
import { useSite } from "../site/site-data.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { StillContext } from "../ui/still-context.tsx";

export const meta = unlisted("Admin dashboard");

export const loader = guarded("read-contracts", async ({ services, url, staff: { role } }) => {
  const { tables, outbox, needs } = services.admin;
  const [pending, opened] = await Promise.all([
    mayRole(role, "administer") ? outbox.countPending() : 0,
    needs.load(role),
  ]);
  return { tables: tables.loadAll(url.searchParams, role), pending, needs: opened };
});

/** Sets the status of the rows that are selected in a table. */
export const action = guarded("administer", async ({ services, request, staff }) =>
  dataReply(await services.admin.changeStatusOfMany(request, staff.email)),
);

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

/**
 * Tables load by themselves when their part of the URL changes. Only a POST that changed something revalidates everything: after a
 * conflict a submission and its notes stay as the admin sees them. Remix's default is no help, it is always true here.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, actionStatus = 200 }) =>
  formMethod !== undefined && formMethod !== "GET" && actionStatus < 400;

export default function Admin() {
  const { tables, pending, needs } = useLoaderData<typeof loader>();
  const bulk = useActionData<typeof action>();
  const off = useSite()?.off ?? [];
  return (
    <>
      {/* First, because without scripts the dialog is in the flow of the page. */}
      <Outlet />
      <StillContext>
        <Dashboard tables={tables} pending={pending} needs={needs} bulk={bulk} off={off} />
      </StillContext>
    </>
  );
}
