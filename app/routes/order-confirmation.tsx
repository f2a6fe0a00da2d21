import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PAID, PAID_PARAM } from "../contracts/billing/invoices/pay-result.ts";
import { CARD_PARAM, CARD_RETURNED, cardChangeIn } from "../contracts/billing/renewals/renewal-view.ts";
import { OrderConfirmation, NewLink } from "../contracts/order/order-confirmation.tsx";
import { throwReply } from "../platform/http/receive-form.server.ts";
import { PageHeader } from "../site/page-header.tsx";
import { unlisted } from "../site/seo.ts";
import { useSite } from "../site/site-data.ts";
import { Container } from "../ui/container.tsx";
import { CopyButton } from "../ui/copy-button.tsx";

export const meta = unlisted("Order confirmation");

export { headersOfLink as headers } from "../platform/cache-control.ts";

/**
 * An expired link is gone (410), one that is not ours is not found (404), and both offer a new one; an order that waits for the
 * content store comes later (503).
 */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { page: orderPage } = context.services.orders;
  const token = params["token"] ?? "";
  const { searchParams } = new URL(request.url);
  // The client comes back from the page where the card is changed.
  if (searchParams.get(CARD_PARAM) === CARD_RETURNED) {
    const change = await orderPage.cardReturned(context.callerKey, token).catch(throwReply);
    const query = change ? `?${CARD_PARAM}=${change.replace("card-", "")}` : "";
    throw redirect(`/order/${encodeURIComponent(token)}${query}`, 303);
  }
  const paid = searchParams.get(PAID_PARAM);
  // The client comes back from the page where all open invoices are paid.
  if (paid === PAID.returned) {
    await orderPage.invoicePaid(context.callerKey, token).catch(throwReply);
    throw redirect(`/order/${encodeURIComponent(token)}?${PAID_PARAM}=${PAID.checked}`, 303);
  }
  const order = await orderPage.load(token);
  const none = { order: null, card: null, paying: null };
  if (order === null) return data({ ...none, missing: "unknown" } as const, { status: 404 });
  if (typeof order === "string")
    return data({ ...none, missing: order }, { status: order === "ended" ? 410 : 503 });
  const change = cardChangeIn(searchParams);
  const paying = paid === PAID.checked && order.paidAll ? { payment: order.paidAll } : null;
  return data({ order, missing: null, card: change && { change }, paying });
}

/** Cancels or keeps services that renew, opens the page where the card is changed or all is paid, or emails a new link. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const token = params["token"] ?? "";
  const { result, status } = await context.services.orders.page.change(request, context.callerKey, token);
  return "url" in result ? redirect(result.url, status) : data(result, { status });
}

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

export default function OrderConfirmationPage() {
  const { order, missing, card, paying } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  const settings = useSite()?.settings;
  if (!settings) return null;
  if (missing === "pending")
    return (
      <>
        <PageHeader heading="We have your order" eyebrow={settings.companyName} />
        <Container className="py-12">
          <p className="max-w-2xl text-lg">
            It is safe with us and will be shown here soon. Please reload this page in a few minutes.
          </p>
        </Container>
      </>
    );
  if (!order)
    return (
      <>
        <PageHeader
          heading={missing === "ended" ? "This link has ended" : "This link is not complete"}
          eyebrow={settings.companyName}
        />
        <Container className="py-12">
          <NewLink
            isKnown={missing === "ended"}
            email={settings.email}
            answer={answer && "outcome" in answer ? answer : undefined}
            busy={busy}
          />
        </Container>
      </>
    );
  return (
    <>
      <PageHeader heading="Order confirmation" intro={`Reference number ${order.reference}`}>
        <div className="mt-4">
          <CopyButton text={order.reference} what="reference number" />
        </div>
      </PageHeader>
      <Container className="py-12">
        <OrderConfirmation
          order={order}
          seller={settings}
          answer={answer && "change" in answer ? answer : (card ?? undefined)}
          paying={answer && "payment" in answer ? answer : paying}
          busy={busy}
        />
      </Container>
    </>
  );
}
