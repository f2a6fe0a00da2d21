import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { DASHBOARD, withoutDone } from "../model/admin-paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface DetailDialogProps {
  title: string;
  /** Shown beside Close in the footer. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A submission in a dialog over the dashboard. Closing returns to the tables as they were; without scripts Close is a link. */
export function DetailDialog({ title, actions, children }: DetailDialogProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const list = `${DASHBOARD}${withoutDone(search)}`;
  return (
    <Dialog
      title={title}
      open
      onClose={() => void navigate(list, { preventScrollReset: true })}
      footer={
        <>
          {actions}
          <ButtonLink to={list} preventScrollReset variant="secondary" size="sm">
            Close
          </ButtonLink>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

/** The dialog for a submission that does not exist or could not be loaded. */
export function DetailError() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const retry = (
    <ButtonLink to={pathname + search} reloadDocument size="sm">
      Try again
    </ButtonLink>
  );
  return (
    <DetailDialog title={missing ? "Not found" : "Not loaded"} actions={missing ? null : retry}>
      <p role="alert" className={missing ? "" : "font-semibold text-danger"}>
        {missing ? "There is no such submission. It may have been deleted." : "Failed to load data."}
      </p>
    </DetailDialog>
  );
}
