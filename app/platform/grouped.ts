/**
 * A number as en-US writes it, with this many decimals: `1234.5` → `1,234.50`. Written by hand because the first use of
 * `Intl.NumberFormat` keeps a phone busy for some 60 ms, in the middle of a page that is coming alive.
 */
export function grouped(value: number, decimals: number): string {
  const [whole = "", fraction] = value.toFixed(decimals).split(".");
  const thousands = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}
