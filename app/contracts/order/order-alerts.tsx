import type { MouseEvent } from "react";
import { contractMessages } from "../../model/contracts/messages.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import type { DraftOrder } from "./contract-action.ts";
import type { ErrorLocation } from "./locate-error.ts";

interface ControlLinkProps {
  id: string;
  /** Opens the step that the control is on. Returns true when that step focuses the control itself. */
  onGo?: (id: string) => boolean;
  children: string;
}

/** An alert that links to the control it is about, without scripts too. */
export function ControlLink({ id, onGo, children }: ControlLinkProps) {
  function go(event: MouseEvent) {
    event.preventDefault();
    if (!onGo?.(id)) document.getElementById(id)?.focus();
  }
  return (
    <a href={`#${id}`} onClick={go} className="inline-block py-1 underline underline-offset-4">
      {children}
    </a>
  );
}

interface OrderAlertProps {
  message: string;
  place: ErrorLocation | null;
  attempt: number | undefined;
  step: number;
  /** Opens another one, at a control of it. */
  onGo: (step: number, how: { id: string }) => void;
}

/** The error of the form, with a link to its control if there is one. */
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

/** An alert that takes the focus (docs/specification.md, section 8; docs/decisions.md, "Messages and failure"). */
export function OrderSuccess({ shown }: { shown: boolean }) {
  return (
    <FormStatus tone="success" role="alert" focused className="mt-6">
      {shown ? contractMessages.success : null}
    </FormStatus>
  );
}

/** Shown instead of the form when the restored draft turns out to be an order that was placed, and to a client who comes back. */
export function PlacedDraft({ order, onStartOver }: { order: DraftOrder; onStartOver: () => void }) {
  return (
    <div className="max-w-2xl">
      <FormStatus tone="success" focused>
        {order.isPaid ? "This order is paid." : "This order has already been submitted."} Its reference number
        is {order.reference}.
      </FormStatus>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={order.path}>See your order</ButtonLink>
        <Button variant="secondary" onClick={onStartOver}>
          Start a new order
        </Button>
      </div>
    </div>
  );
}
