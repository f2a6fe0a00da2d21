import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

/** Who reads an admin page: the top bar shows it, and the page is left when that session ends elsewhere. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { role: currentRole, ...currentUser } = await context.services.auth.requirePermission(
    request,
    "read-contracts",
  );
  return { currentUser, currentRole };
}

/** Another user gets another document. */
export const shouldRevalidate = () => false;

export default function AdminLayout() {
  return <Outlet />;
}
