/**
 * Formats a number as en-US does, with fixed decimals: `1234.5` → `1,234.50`. Not `Intl.NumberFormat`, whose first use blocks a
 * phone for some 60 ms during hydration.
 */
export function formatNumber(value: number, decimals: number): string {
  const [whole = "", fraction] = value.toFixed(decimals).split(".");
  const thousands = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}
