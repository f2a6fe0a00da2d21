import { contractMessages } from "../messages.ts";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/New_York" });

/** What the client should know before reading the contract. */
export function OfferIntro({ expiresAt }: { expiresAt: string }) {
  return (
    <p className="mb-8 max-w-2xl text-lg">
      Review your contract, sign it, and choose how to pay. It is open until{" "}
      <time dateTime={expiresAt}>{day.format(new Date(expiresAt))}</time>.
    </p>
  );
}

/** What stands behind a link that was revoked, replaced or has expired. */
export function OfferClosed({ email }: { email: string | null }) {
  return (
    <div className="max-w-2xl">
      <p className="text-lg">{contractMessages.offerClosed}</p>
      {email ? (
        <p className="mt-4">
          <a href={`mailto:${email}`} className="font-semibold text-accent underline underline-offset-4">
            {email}
          </a>
        </p>
      ) : null}
    </div>
  );
}
