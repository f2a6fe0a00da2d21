import type { Coupon } from "../../model/contracts/coupon.ts";
import { parseAmount } from "../../model/contracts/money.ts";
import { priceOrder, type CustomService, type OrderTotals } from "../../model/contracts/pricing.ts";
import type { CatalogueEntry } from "../../model/contracts/services.ts";
import type { Tax } from "../../model/contracts/tax.ts";
import { choicesIn } from "../order/form-values.ts";

/** Value of the button `intent` that adds up the form without saving it. */
export const RECALCULATE = "recalculate";

/** Quantities above are refused. */
export const MAX_QUANTITY = 999;
/** Lines that are not in the catalogue. */
export const MAX_LINES = 20;

function customLines(form: FormData): CustomService[] {
  return Array.from({ length: MAX_LINES }, (_, index) => index).flatMap((index) => {
    const valueOf = (field: string) => String(form.get(`customServices[${index}].${field}`) ?? "");
    const price = parseAmount(valueOf("price"));
    return price ? [{ description: valueOf("description").trim() || "Custom service", price }] : [];
  });
}

/** Returns the totals of an unfinished form for a contract. What cannot be read yet is left out. */
export function draftTotals(
  form: FormData,
  catalogue: readonly CatalogueEntry[],
  coupon: Coupon | null,
  tax: Tax | null | undefined,
): OrderTotals {
  const choices = choicesIn(form).flatMap((choice) => {
    const quantity = Number(form.get(`services.${choice.serviceId}.quantity`) ?? 1);
    const isCounted = Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
    return isCounted ? [{ ...choice, quantity }] : [];
  });
  return priceOrder(catalogue, choices, customLines(form), coupon, tax);
}
