import { useHydrated } from "../ui/use-hydrated.ts";
import { formatTime } from "./format-time.ts";

/** A time in the admin's own zone; the server, which does not know it, says it in the company's. */
export function LocalTime({ iso }: { iso: string }) {
  const hydrated = useHydrated();
  return <time dateTime={iso}>{formatTime(iso, hydrated ? "own" : "site")}</time>;
}
