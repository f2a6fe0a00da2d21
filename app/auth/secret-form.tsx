import { Form, useNavigation, type FormProps } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * A form for passwords or codes, which the server never sends back. It works without scripts. With scripts it stays open when the
 * connection fails (the `clientAction` of its route); an error empties it and moves the focus to the invalid field; and a second press
 * while it is being sent does nothing. `result` is the response to it, a new object for each.
 */
export function SecretForm({ result, ...form }: { result: unknown } & FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const shown = useRef(result);
  const sending = useNavigation().formData !== undefined;
  useEffect(() => {
    if (!result || shown.current === result) return;
    shown.current = result;
    ref.current?.reset();
    ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [result]);
  return (
    <Form
      ref={ref}
      method="post"
      noValidate
      {...form}
      onSubmit={(event) => {
        if (sending) event.preventDefault();
      }}
    />
  );
}
