import { Form } from "@remix-run/react";
import { useRef } from "react";
import { formatCents } from "../../model/contracts/money.ts";
import {
  OFFER_STATES,
  DEFAULT_DAYS,
  OFFER_DAYS,
  formatOfferTime,
  type OfferState,
} from "../../model/contracts/offer.ts";
import { useReturnedFocus, useToastOnChange } from "../../ui/after-change.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FieldLabel } from "../../ui/field-parts.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import type { LinkPage, OfferLinkResult } from "./offers.server.ts";

/** Emails the private link to the client, once per load of the page. */
function MailLink({ email, nonce }: { email: string; nonce: string }) {
  return (
    <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input type="hidden" name="intent" value="mail" />
      <input type="hidden" name="nonce" value={nonce} />
      <Button type="submit">Send link by e-mail</Button>
      <span className="min-w-0 break-words text-sm text-ink-soft">to {email}</span>
    </Form>
  );
}

const OUTCOMES: Record<OfferLinkResult, string> = {
  refused: "The client has accepted this contract meanwhile. Its link cannot be changed any more.",
  mailed: "The link is on its way to the client.",
  "not-mailed": "The mail could not be put on its way. Please try again.",
};

function CopyableLink({ link }: { link: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <FieldLabel htmlFor="offer-link" label="Private link" />
      <div className="flex flex-wrap items-center gap-3">
        <input
          id="offer-link"
          ref={input}
          readOnly
          value={link}
          className="control min-w-0 flex-1 basis-72"
          aria-describedby="offer-link-hint"
        />
        <CopyButton text={link} what="private link" onRefused={() => input.current?.select()} />
      </div>
      <p id="offer-link-hint" className="mt-2 text-sm text-ink-faint">
        Whoever has it can read, sign and pay this contract. Send it to the client only.
      </p>
    </div>
  );
}

function NoMail() {
  return (
    <p className="text-sm text-ink-soft">
      This site has no mail server, so it cannot send the link. Copy it into a mail of your own, or set{" "}
      <code>SMTP_URL</code> and <code>MAIL_FROM</code> to have it sent from here.
    </p>
  );
}

const said = (form: FormData) =>
  form.get("intent") === "revoke"
    ? "The link is revoked. Nobody can open it any more."
    : "A new link is ready. The one before it no longer works.";

function Changes({ state }: { state: OfferState }) {
  const part = useReturnedFocus<HTMLDivElement>(state === "open");
  return (
    <div
      ref={part}
      role="group"
      aria-label="Change the link"
      tabIndex={-1}
      className="flex flex-wrap items-end gap-4 border-t border-line pt-6"
    >
      <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="renew" />
        <div>
          <label htmlFor="offer-days" className="mb-1 block text-sm font-semibold text-ink">
            A new link, open for
          </label>
          <select id="offer-days" name="days" defaultValue={DEFAULT_DAYS} className="control select-control">
            {OFFER_DAYS.map((days) => (
              <option key={days} value={days}>
                {days} days
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" variant="secondary">
          Make a new link
        </Button>
      </Form>
      {state === "open" ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="revoke" />
          <Button type="submit" variant="danger">
            Revoke the link
          </Button>
        </Form>
      ) : null}
    </div>
  );
}

/** The private link of a contract, with buttons to email, renew or revoke it. A new link replaces the previous one. */
export function OfferLink({ page, outcome }: { page: LinkPage; outcome: OfferLinkResult | null }) {
  const { client, totalCents, state, expiresAt, createdBy, link, mailing } = page;
  useToastOnChange(`${state} ${link}`, said);
  return (
    <div className="max-w-3xl">
      <FormStatus tone={outcome === "mailed" ? "success" : "error"} attempt={mailing?.nonce} className="mb-8">
        {outcome ? OUTCOMES[outcome] : null}
      </FormStatus>
      <div className="grid gap-8">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 sm:gap-x-10">
          <dt className="text-ink-faint">Client</dt>
          <dd>{client}</dd>
          <dt className="text-ink-faint">Total</dt>
          <dd className="figures">{formatCents(totalCents)}</dd>
          <dt className="text-ink-faint">State</dt>
          <dd>{OFFER_STATES[state]}</dd>
          <dt className="text-ink-faint">Open until</dt>
          <dd>
            <time dateTime={expiresAt}>{formatOfferTime(expiresAt)}</time>
          </dd>
          <dt className="text-ink-faint">Made by</dt>
          <dd>{createdBy}</dd>
        </dl>
        {state === "open" ? <CopyableLink link={link} /> : null}
        {state === "open" ? mailing ? <MailLink {...mailing} /> : <NoMail /> : null}
        {state === "accepted" ? null : <Changes state={state} />}
      </div>
    </div>
  );
}
