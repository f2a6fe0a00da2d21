/** Lines of text one below the other, without the empty ones. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.filter(Boolean).map((line, index) => (
    // The lines of an address have no other key than their index.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index} className="block">
      {line}
    </span>
  ));
}
