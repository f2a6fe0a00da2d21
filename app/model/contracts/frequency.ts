/** Payment frequencies of the recurring services (docs/specification.md, section 9). */
export const paymentFrequencies = ["monthly", "quarterly", "biannually", "annually"] as const;
export type PaymentFrequency = (typeof paymentFrequencies)[number];

interface FrequencyTerms {
  label: string;
  /** Length of one billing period. */
  months: 1 | 3 | 6 | 12;
  discountPercent: number;
  /** How many periods the shown total counts: one month, or the twelve months of a year. */
  periodsInTotal: number;
  /** Completes "then $342.00 …". */
  every: string;
}

export const frequencyTerms: Record<PaymentFrequency, FrequencyTerms> = {
  monthly: { label: "Monthly", months: 1, discountPercent: 0, periodsInTotal: 1, every: "every month" },
  quarterly: {
    label: "Quarterly (5% off)",
    months: 3,
    discountPercent: 5,
    periodsInTotal: 4,
    every: "every 3 months",
  },
  biannually: {
    label: "Every 6 months (10% off)",
    months: 6,
    discountPercent: 10,
    periodsInTotal: 2,
    every: "every 6 months",
  },
  annually: {
    label: "Annually (15% off)",
    months: 12,
    discountPercent: 15,
    periodsInTotal: 1,
    every: "every year",
  },
};

export function isPaymentFrequency(value: unknown): value is PaymentFrequency {
  return paymentFrequencies.includes(value as PaymentFrequency);
}
