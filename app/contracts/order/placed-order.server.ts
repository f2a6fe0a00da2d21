import { createCookie } from "@remix-run/node";

/** How long the thank-you page leads to the order, in seconds: longer than paying for it takes. */
const TTL_S = 60 * 60;

const TOKEN = /^[\w-]{42}$/;

/**
 * The key to an order on its way to the thank-you page, with and without scripts: in a signed cookie that only the server reads, and
 * only there, because URLs stay in histories and are read by scripts of others.
 */
export function createPlacedOrders({ secret, publicUrl }: { secret: string; publicUrl: string }) {
  const cookie = createCookie("placed-order", {
    httpOnly: true,
    sameSite: "lax",
    secure: publicUrl.startsWith("https:"),
    path: "/thank-you",
    maxAge: TTL_S,
    secrets: [secret],
  });
  return {
    /** Returns the Set-Cookie header for an order that was placed. */
    keep: ({ reference, confirmation }: { reference: string; confirmation: string }) =>
      cookie.serialize(`${reference}.${confirmation}`),
    /** Returns the path of the printable confirmation of the order with this reference number, or null. */
    async confirmationPath(cookies: string | null, reference: string | null): Promise<string | null> {
      const value: unknown = await cookie.parse(cookies);
      const [kept, token = ""] = typeof value === "string" ? value.split(".") : [];
      return reference !== null && kept === reference && TOKEN.test(token) ? `/order/${token}` : null;
    },
  };
}
