import { Link } from "@remix-run/react";
import { useTexts } from "../content/use-texts.ts";
import NOT_ADMIN from "../model/texts/not-admin.json" with { type: "json" };
import { Container } from "../ui/container.tsx";
import { FormStatus } from "../ui/form-status.tsx";

/** The notice on the home page after /admin refused a user who is not an admin. */
export function NotAdminNotice() {
  const texts = useTexts(NOT_ADMIN);
  return (
    <Container className="relative z-10 pt-6">
      <FormStatus tone="info" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>{texts.notAdmin}</p>
        <p className="flex gap-x-6">
          <Link to="/login" className="underline underline-offset-4">
            {texts.useAnother}
          </Link>
          <Link to="/" replace preventScrollReset className="underline underline-offset-4">
            {texts.dismiss}
          </Link>
        </p>
      </FormStatus>
    </Container>
  );
}
