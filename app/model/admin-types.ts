/**
 * Types that only the site and admins write. Editors do not, even with an id that they can read. The lake, the server and the
 * Studio read this list; for hosted Sanity it stands in docs/operations.md (server/embedded-lake.test.ts).
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
