/** Returns the median, the lower of two. Throws for an empty list. */
export function median(numbers: readonly number[]): number {
  const middle = numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
  if (middle === undefined) throw new Error("The median of nothing.");
  return middle;
}
