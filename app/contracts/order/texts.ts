import { defineTexts } from "../../model/texts.ts";

/** The choice of how to pay (docs/specification.md, section 2). What the law requires there stays code (disclosures.tsx). */
export const ORDER_FORM = defineTexts({
  type: "orderTexts",
  title: "Order form",
  path: "/contract",
  texts: {
    methodHeading: { label: "Heading", text: "Payment method", max: 60, part: "Payment" },
    invoice: { label: "By invoice: name", text: "Invoice", max: 40, part: "Payment" },
    invoiceNote: {
      label: "By invoice: note",
      text: "We send an invoice; you pay by cheque.",
      part: "Payment",
    },
    card: { label: "By card: name", text: "Card", max: 40, part: "Payment" },
    cardNote: { label: "By card: note", text: "Pay now, securely through Stripe.", part: "Payment" },
  },
});
