import { seo } from "../build-helpers.ts";
import { portableText } from "../portable-text.ts";

interface Legal {
  slug: string;
  title: string;
  version: string;
  intro: string;
  description: string;
  body: string[];
}

const pages: Legal[] = [
  {
    slug: "privacy",
    title: "Privacy Policy",
    version: "2.1",
    intro: "What we collect, why, for how long, and how to have it removed.",
    description: "How Harborlight collects, uses, keeps and deletes personal information on this website.",
    body: [
      "## What we collect",
      "We keep only what you send us: the newsletter address you enter, the messages, questionnaires and orders you submit with their attachments, and a count of page views that holds no personal information.",
      "Card numbers are entered in a form of our payment provider, Stripe, and never reach our servers.",
      "## Why we use it",
      "- To answer you and to prepare, deliver and invoice the services you ask for.",
      "- To send the newsletter, if you subscribed to it.",
      "- To meet our obligations under tax and accounting law.",
      "We do not sell personal information, and we do not use it for advertising.",
      "## Who else sees it",
      "Providers who host the site and its content, who send our mail, and who process payments, each under a contract and only as far as the task needs.",
      "## How long we keep it",
      "Messages and questionnaires for 24 months, orders and invoices for seven years as the law requires, newsletter addresses until you unsubscribe. Files that were uploaded and not submitted are deleted after 24 hours.",
      "## Your choices",
      "Every newsletter has an unsubscribe link. You may ask for a copy of what we hold about you, have it corrected, or have it deleted, by writing to the address in the footer. We answer within 30 days.",
      "This site honors the Global Privacy Control and Do Not Track signals of your browser.",
      "## Changes",
      "We change this page when what we do changes. The version and date above say which one you are reading.",
    ],
  },
  {
    slug: "terms",
    title: "Terms of Service",
    version: "1.4",
    intro: "The rules for using this website.",
    description:
      "The terms on which Harborlight offers this website: use, content, liability and governing law.",
    body: [
      "## Using this site",
      "You may read this site, link to it and use its forms for their purpose. You may not disturb it, try to reach what is not yours, or send us what you have no right to send.",
      "## What we publish",
      "Articles and examples are general information. They are written with care and are not advice for your situation until we have spoken about it.",
      "Text and pictures belong to us or to those who licensed them to us. Short quotations with a link are welcome.",
      "## What you send",
      "What you send remains yours. You allow us to use it as far as needed to answer you and to deliver what you order.",
      "## Orders",
      "Services are ordered under the [service order policy](/policy), which is shown before you order.",
      "## Liability",
      "We are liable for intent and gross negligence, and otherwise up to the amount you paid us in the twelve months before the claim, as far as the law allows.",
      "## Law",
      "The laws of the State of New York apply. Courts in New York County have jurisdiction.",
    ],
  },
  {
    slug: "policy",
    title: "Service Order Policy",
    version: "3.0",
    intro: "What you agree to when you order services on this site.",
    description:
      "Payment, automatic renewal, cancellation, refunds and delivery for services ordered on this website.",
    body: [
      "## 1. The order",
      "Your order is an offer to buy the selected services at the prices shown. We accept it when we confirm it by email or begin the work. All prices are in US dollars.",
      "## 2. One-time services",
      "One-time services are charged in full when you order by card, or invoiced when you order by invoice. Work begins within five working days of payment.",
      "## 3. Recurring services and automatic renewal",
      "Website maintenance and database management **renew automatically** at the end of each billing period (one month, three months, six months or one year, as you choose) at the price shown in your order, until you cancel.",
      "Paying for longer periods is discounted: 5% quarterly, 10% every six months, 15% annually. The discount applies to every renewal.",
      "We remind you by email between 15 and 45 days before the renewal of a period of six months or more, and before any change of price.",
      "## 4. How to cancel",
      "Cancel at any time by replying to any receipt, through the [contact page](/contact), or by telephone. No reason is needed. The service continues to the end of the period that is paid and does not renew after it.",
      "## 5. Paying by card",
      "Cards are processed by Stripe. The amount due today is the total of the one-time services and the first period of the recurring services. By paying you allow us to charge the same card for renewals until you cancel.",
      "## 6. Paying by invoice",
      "Invoices are payable by cheque to Harborlight Technology Consulting LLC within 30 days. Recurring services that are ordered by invoice are invoiced each period and are not charged to a card.",
      "## 7. Refunds",
      "One-time services that have not begun are refunded in full. For services that have begun we refund the part that is not delivered. The current period of a recurring service is refunded in proportion if we end it.",
      "## 8. What we need from you",
      "Content, access and decisions in time. If a project waits for these for more than 60 days we may close it and invoice the work done.",
      "## 9. Ownership",
      "On payment, everything made for you is yours: code, designs, content and accounts. We keep the right to reuse general methods and our own tools.",
      "## 10. Warranty and liability",
      "We correct defects in our work without charge for 90 days after delivery. Our liability is limited to the price of the order, except for intent and gross negligence.",
      "## 11. Law",
      "The laws of the State of New York apply.",
    ],
  },
];

export const legalDocuments = pages.map((page) => ({
  _id: `legalPage-${page.slug}`,
  _type: "legalPage",
  slug: { _type: "slug", current: page.slug },
  title: page.title,
  version: page.version,
  effectiveDate: "2026-09-01",
  intro: page.intro,
  body: portableText(...page.body),
  seo: seo(page.title, page.description),
}));
