import { Outlet } from "@remix-run/react";
import { guarded } from "../auth/guarded.server.ts";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

/** Who reads an admin page: the top bar shows it, and the page is left when that session ends elsewhere. */
export const loader = guarded("read-contracts", ({ staff }) => {
  const { role: currentRole, ...currentUser } = staff;
  return { currentUser, currentRole };
});

/** Another user gets another document. */
export const shouldRevalidate = () => false;

export default function AdminLayout() {
  return <Outlet />;
}
