import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OrderReceiptPart } from "../contracts/order/order-receipt.tsx";
import THANK_YOU from "../model/texts/thank-you.json" with { type: "json" };
import { ThankYou } from "../pages/thank-you/thank-you.tsx";
import { PRIVATE } from "../platform/cache-control.ts";
import { unlisted } from "../site/seo.ts";
import { useSite } from "../site/site-data.ts";

export const headers: HeadersFunction = () => ({ "Cache-Control": PRIVATE });

export const meta = unlisted(THANK_YOU, "heading");

/** Only the browser that has sent the form with this reference number learns anything of it. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { sentCookies, orders } = context.services;
  const reference = new URL(request.url).searchParams.get("ref");
  const form = await sentCookies.read(request.headers.get("Cookie"), reference);
  if (!form) return { sent: null, receipt: null };
  const { kind, token } = form;
  const receipt = token ? await orders.page.loadReceipt(token) : null;
  const order = token ? `/order/${token}` : null;
  return {
    sent: { kind, reference: form.reference, order, isPaid: receipt?.isPaid ?? false },
    receipt,
  };
}

export { shouldRevalidate } from "../platform/http/public-page.ts";

export default function ThankYouPage() {
  const { sent, receipt } = useLoaderData<typeof loader>();
  const companyName = useSite()?.settings.companyName ?? "";
  return (
    <ThankYou sent={sent}>
      {receipt ? (
        <OrderReceiptPart
          receipt={receipt}
          payee={receipt.payment?.payee ?? companyName}
          payment={receipt.payment}
        />
      ) : null}
    </ThankYou>
  );
}
