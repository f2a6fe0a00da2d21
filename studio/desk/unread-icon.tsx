import { InboxIcon } from "@sanity/icons/Inbox";
import { Badge } from "@sanity/ui";
import { useObservable } from "react-rx";
import { shareReplay, type Observable } from "rxjs";
import type { StructureResolverContext } from "sanity/structure";
import { API_VERSION } from "../model/api.ts";
import { inboxes } from "../model/kinds.ts";
import { UNREAD, type Unread } from "../model/unread.ts";

/** Returns the numbers of new submissions, live. All lists share one query. */
export function unreadCounts({ documentStore }: StructureResolverContext): Observable<Unread> {
  const listen = "*[_type in $types]";
  const types = inboxes.flatMap(({ type, hasStatus }) => (hasStatus ? [type] : []));
  const options = { apiVersion: API_VERSION, perspective: "raw" as const, throttleTime: 500 };
  return documentStore
    .listenQuery({ fetch: UNREAD, listen }, { types }, options)
    .pipe(shareReplay({ bufferSize: 1, refCount: true }));
}

const NONE: Unread = {};

/**
 * Returns an icon that is the number of new submissions of a type while there are any. A title cannot change without loading
 * all panes again.
 */
export const unreadIcon = (type: string, counts: Observable<Unread>) =>
  function UnreadIcon() {
    const count = useObservable(counts, NONE)[type] ?? 0;
    if (count === 0) return <InboxIcon />;
    const label = `${count} new`;
    return (
      <Badge aria-label={label} data-testid={`unread-${type}`} role="img" title={label} tone="primary">
        {count > 99 ? "99+" : count}
      </Badge>
    );
  };
