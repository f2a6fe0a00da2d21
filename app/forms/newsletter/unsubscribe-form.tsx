import { Form } from "@remix-run/react";
import type { FailureCode } from "../../platform/failure.ts";
import { Button } from "../../ui/button.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import { NEWSLETTER_TEXTS, newsletterFailureText } from "./messages.ts";

/** One button. It posts to the address it stands under, token included, as a plain document: nothing here needs scripts. */
export function UnsubscribeForm({ failure }: { failure: FailureCode | undefined }) {
  return (
    <Form method="post" reloadDocument className="grid max-w-md gap-5">
      <FormStatus tone="error" attempt={failure}>
        {failure ? newsletterFailureText(failure) : null}
      </FormStatus>
      <Button type="submit" size="lg" className="justify-self-start">
        {NEWSLETTER_TEXTS.leave}
      </Button>
    </Form>
  );
}
