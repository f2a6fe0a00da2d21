import { createCookie } from "@remix-run/node";
import { SENT_TTL_MS, THANKS, type SentKind } from "../model/thanks.ts";

/** A form that this browser has sent. */
export interface SentForm {
  kind: SentKind;
  reference: string;
  /** Key to the order's page; `""` for other forms. */
  token: string;
}

const KINDS = Object.keys(THANKS) as SentKind[];

function readForm(kind: SentKind, value: unknown): SentForm | null {
  const [signed, reference = "", token = ""] = typeof value === "string" ? value.split(".") : [];
  return signed === kind ? { kind, reference, token } : null;
}

/**
 * What the thank-you page knows of who opens it, with and without scripts: a signed cookie for each kind of form, which only the
 * server reads. So nobody is thanked for an invented reference number, and the key to an order is in no URL but its own, because URLs
 * stay in histories and are read by scripts of others.
 */
export function createSentCookies({ secret, publicUrl }: { secret: string; publicUrl: string }) {
  const cookieOf = (kind: SentKind) =>
    createCookie(`sent-${kind}`, {
      httpOnly: true,
      sameSite: "lax",
      secure: publicUrl.startsWith("https:"),
      // The page's own path would leave out `/thank-you.data`, which scripts ask for.
      path: "/",
      maxAge: SENT_TTL_MS / 1000,
      secrets: [secret],
    });
  return {
    /** Returns the Set-Cookie header for a form that was sent. */
    keep: (kind: SentKind, reference: string, token = "") =>
      cookieOf(kind).serialize([kind, reference, token].join(".")),
    /** Returns the form with this reference number that this browser has sent, or null. */
    async read(cookies: string | null, reference: string | null): Promise<SentForm | null> {
      const read = async (kind: SentKind) => readForm(kind, await cookieOf(kind).parse(cookies));
      const sent = await Promise.all(KINDS.map(read));
      return sent.find((form) => form?.reference === reference) ?? null;
    },
  };
}
