import { Form, useNavigation, type FormProps } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * A form of passwords or codes, which the server checks and never sends back. It works the same without scripts; with them it stays
 * while there is no connection (`keepSessionForm`), is empty after a refusal, with the focus on what is wrong, and is sent once.
 * `result` is the response to it, a new object for each.
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
