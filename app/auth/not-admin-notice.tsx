import { Link, useLocation } from "@remix-run/react";
import { Container } from "../ui/container.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { BAR_TEXTS, NOT_ADMIN_PATH } from "./bar-messages.ts";

/** Why somebody who asked for /admin stands on the home page. Part of that address, so its HTML is the same for everyone. */
export function NotAdminNotice() {
  const { pathname, search } = useLocation();
  if (pathname + search !== NOT_ADMIN_PATH) return null;
  return (
    <Container className="relative z-10 pt-6">
      <FormStatus tone="info" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>{BAR_TEXTS.notAdmin}</p>
        <p className="flex gap-x-6">
          <Link to="/login" className="underline underline-offset-4">
            {BAR_TEXTS.otherAccount}
          </Link>
          <Link to="/" replace preventScrollReset className="underline underline-offset-4">
            {BAR_TEXTS.dismiss}
          </Link>
        </p>
      </FormStatus>
    </Container>
  );
}
