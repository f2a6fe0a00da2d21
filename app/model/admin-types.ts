/**
 * Types that only the site and admins read and write, whatever the id. The lake, scheduled publishing and the Studio (lists, new
 * documents, bin) read this list; for hosted Sanity it stands in docs/operations.md (server/embedded-lake.test.ts).
 */
export const ADMIN_TYPES = [
  "clientQuestionnaire",
  "contract",
  "adminContract",
  "contactSubmission",
  "newsletterSubscriber",
  "account",
  "coupon",
  "paymentSettings",
  "moneyWatch",
  "invoice",
  "invoiceCounter",
  "statusChange",
  "storedFile",
] as const;
