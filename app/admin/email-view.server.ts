import PostalMime, { decodeWords } from "postal-mime";
import type { EmailPart } from "../model/admin-paths.ts";
import { PRIVATE } from "../platform/cache-control.ts";

/** Headers that the email page shows, in this order. */
const SHOWN = ["From", "To", "Reply-To", "Subject", "Date", "Message-ID", "List-Unsubscribe"];

/** An email as its page shows it; the HTML is loaded apart, by the frame. */
export interface EmailView {
  subject: string;
  /** ISO date and time; `""` without one. */
  date: string;
  headers: { label: string; value: string }[];
  text: string;
  hasHtml: boolean;
}

export async function viewEmail(message: Buffer): Promise<EmailView> {
  const email = await PostalMime.parse(message);
  const headers = SHOWN.flatMap((label) => {
    const value = email.headers.find(({ key }) => key === label.toLowerCase())?.value;
    return value && label !== "Date" ? [{ label, value: decodeWords(value) }] : [];
  });
  const date = new Date(email.date ?? "");
  return {
    subject: email.subject ?? "",
    date: Number.isNaN(date.getTime()) ? "" : date.toISOString(),
    headers,
    text: email.text ?? "",
    hasHtml: Boolean(email.html),
  };
}

/**
 * No scripts, no forms and nothing loaded, whatever an email contains. Links open in a new tab. The sandbox also holds where the
 * address is opened by itself.
 */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Returns a part of an email: its HTML for the frame of its page, or the whole message as plain text. */
export async function emailPart(message: Buffer, part: EmailPart): Promise<Response> {
  if (part === "source")
    return new Response(new Uint8Array(message), {
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": PRIVATE },
    });
  const { html } = await PostalMime.parse(message);
  return new Response(html ?? "", {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": PRIVATE,
      "Content-Security-Policy": EMAIL_POLICY,
      "X-Frame-Options": "SAMEORIGIN",
      // The sandbox gives it an origin that cannot be keyed; Chromium would warn.
      "Origin-Agent-Cluster": "?0",
      "X-Robots-Tag": "noindex",
    },
  });
}
