import { Form } from "@remix-run/react";
import { Button } from "../../ui/button.tsx";

/** Sends the private link to the client, once however often the button is pressed before the page is opened anew. */
export function MailLink({ email, nonce }: { email: string; nonce: string }) {
  return (
    <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input type="hidden" name="intent" value="mail" />
      <input type="hidden" name="nonce" value={nonce} />
      <Button type="submit">Send link by e-mail</Button>
      <span className="min-w-0 break-words text-sm text-ink-soft">to {email}</span>
    </Form>
  );
}
