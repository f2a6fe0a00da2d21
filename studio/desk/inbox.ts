import { ArchiveIcon } from "@sanity/icons/Archive";
import { CalendarIcon } from "@sanity/icons/Calendar";
import { CreditCardIcon } from "@sanity/icons/CreditCard";
import { EyeOpenIcon } from "@sanity/icons/EyeOpen";
import { InboxIcon } from "@sanity/icons/Inbox";
import { ThListIcon } from "@sanity/icons/ThList";
import type { ComponentType } from "react";
import { map, type Observable } from "rxjs";
import type { ListItemBuilder, StructureBuilder, StructureResolverContext } from "sanity/structure";
import { ADMIN_STATUSES, STATUS_LABELS, type AdminStatus } from "../../app/model/admin-status.ts";
import { PAYMENT_STATE_LABELS } from "../../app/model/contracts/payment-state.ts";
import { API_VERSION } from "../model/api.ts";
import { groupInbox, monthRange, monthTitle, openPayments, type OpenPayment } from "../model/inbox-groups.ts";
import type { Inbox } from "../model/kinds.ts";
import type { Unread } from "../model/unread.ts";
import { unreadIcon } from "./unread-icon.tsx";

interface Selection {
  id: string;
  title: string;
  icon: ComponentType;
  filter?: string;
  params?: Record<string, string>;
}

const statusIcons = { new: InboxIcon, reviewed: EyeOpenIcon, closed: ArchiveIcon };

const byStatus = (status: AdminStatus, count: number): Selection => ({
  id: status,
  title: `${STATUS_LABELS[status]} (${count})`,
  icon: statusIcons[status],
  filter: 'coalesce(adminStatus, "new") == $status',
  params: { status },
});

const byPayment = (state: OpenPayment, count: number): Selection => ({
  id: `payment-${state}`,
  title: `${PAYMENT_STATE_LABELS[state]} (${count})`,
  icon: CreditCardIcon,
  filter: "paymentState == $state",
  params: { state },
});

const byMonth = (date: string, month: string, count: number): Selection => ({
  id: month,
  title: `${monthTitle(month)} (${count})`,
  icon: CalendarIcon,
  filter: `${date} >= $from && ${date} < $to`,
  params: monthRange(month),
});

function selected(
  S: StructureBuilder,
  inbox: Inbox,
  { id, title, icon, filter, params }: Selection,
): ListItemBuilder {
  const list = S.documentList()
    .id(id)
    .title(`${inbox.title}: ${title}`)
    .schemaType(inbox.type)
    .apiVersion(API_VERSION)
    .filter(filter ? `_type == $type && ${filter}` : "_type == $type")
    .params({ type: inbox.type, ...params })
    .defaultOrdering([{ field: inbox.date, direction: "desc" }])
    .initialValueTemplates([]);
  return S.listItem().id(id).title(title).icon(icon).child(list);
}

/**
 * Returns the lists of one kind of submission: by status, by open payment, by month, all. The counts are live, that of the new
 * ones also outside.
 */
export function inboxItem(
  S: StructureBuilder,
  context: StructureResolverContext,
  inbox: Inbox,
  unread: Observable<Unread>,
) {
  const fields = `{ "status": adminStatus, "payment": paymentState, "time": ${inbox.date} }`;
  const rows = context.documentStore.listenQuery(
    { fetch: `*[_type == $type]${fields}`, listen: "*[_type == $type]" },
    { type: inbox.type },
    { apiVersion: API_VERSION, perspective: "raw" },
  );
  const groups = rows.pipe(
    map((all: { status?: unknown; payment?: unknown; time?: unknown }[]) => {
      const { statuses: counts, payments, months } = groupInbox(all);
      const item = (selection: Selection) => selected(S, inbox, selection);
      return S.list()
        .id(inbox.type)
        .title(inbox.title)
        .items([
          ...(inbox.hasStatus ? ADMIN_STATUSES.map((status) => item(byStatus(status, counts[status]))) : []),
          ...(inbox.hasPayment ? openPayments.map((state) => item(byPayment(state, payments[state]))) : []),
          item({ id: "all", title: `All (${all.length})`, icon: ThListIcon }),
          ...(months.length > 0 ? [S.divider()] : []),
          ...months.map(({ month, count }) => item(byMonth(inbox.date, month, count))),
        ]);
    }),
  );
  const item = S.listItem().id(inbox.type).title(inbox.title).schemaType(inbox.type);
  return (inbox.hasStatus ? item.icon(unreadIcon(inbox.type, unread)) : item).child(() => groups);
}
