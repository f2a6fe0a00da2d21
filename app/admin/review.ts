import { suspicionText } from "../submissions/trap/suspicion-texts.ts";
import { isAdminStatus, type AdminStatus } from "./statuses.ts";

/** One change of a status. `at` is ISO, `by` the e-mail of the admin. */
export interface StatusChange {
  key: string;
  from: string;
  to: string;
  by: string;
  at: string;
}

/** Where a submission stands, and how it came there. */
export interface Review {
  status: AdminStatus;
  /** The revision that was read: a change is refused when the document has another one by then. */
  rev: string;
  /** Why it seems to come from a program, in words; null when it does not. */
  suspected: string | null;
  history: StatusChange[];
}

interface Reviewed {
  document: { _rev: string; adminStatus?: string; suspected?: string };
  history: readonly {
    _id: string;
    from: string | null;
    to: string | null;
    by: string | null;
    at: string | null;
  }[];
}

export function reviewOf({ document, history }: Reviewed): Review {
  return {
    status: isAdminStatus(document.adminStatus) ? document.adminStatus : "new",
    rev: document._rev,
    suspected: suspicionText(document.suspected),
    history: history.map(({ _id, from, to, by, at }) => ({
      key: _id,
      from: from ?? "",
      to: to ?? "",
      by: by ?? "",
      at: at ?? "",
    })),
  };
}
