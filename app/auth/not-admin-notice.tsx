import { Link } from "@remix-run/react";
import { Container } from "../ui/container.tsx";
import { FormStatus } from "../ui/form-status.tsx";

export const NOT_ADMIN = "You are signed in, but this account cannot open the admin pages.";

/** The notice on the home page after /admin refused a user who is not an admin. */
export default function NotAdminNotice() {
  return (
    <Container className="relative z-10 pt-6">
      <FormStatus tone="info" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>{NOT_ADMIN}</p>
        <p className="flex gap-x-6">
          <Link to="/login" className="underline underline-offset-4">
            Use another account
          </Link>
          <Link to="/" replace preventScrollReset className="underline underline-offset-4">
            Dismiss
          </Link>
        </p>
      </FormStatus>
    </Container>
  );
}
