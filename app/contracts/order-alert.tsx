import { FormStatus } from "../ui/form-status.tsx";
import { ControlLink } from "./control-link.tsx";
import type { PlaceOfError } from "./place-of-error.ts";

interface OrderAlertProps {
  message: string;
  /** What the message is about. */
  place: PlaceOfError | null;
  attempt: number | undefined;
  /** The step that is open. */
  step: number;
  /** Opens another one, at a control of it. */
  onGo: (step: number, how: { id: string }) => void;
}

/** What is wrong with the order. Where one control is to blame the words lead to it. */
export function OrderAlert({ message, place, attempt, step, onGo }: OrderAlertProps) {
  function go(id: string): boolean {
    if (!place || place.step === step) return false;
    onGo(place.step, { id });
    return true;
  }
  return (
    <FormStatus tone="error" attempt={attempt} className="mt-6">
      {message && place?.id ? (
        <ControlLink id={place.id} onGo={go}>
          {message}
        </ControlLink>
      ) : (
        message
      )}
    </FormStatus>
  );
}
