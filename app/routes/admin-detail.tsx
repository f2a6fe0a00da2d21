import { redirect, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ContractActions } from "../admin/contract-actions.tsx";
import { ContractDetail, PaymentSummary } from "../admin/contract-detail.tsx";
import { ContractDone } from "../admin/contract-done.tsx";
import { ContractTimeline } from "../admin/contract-timeline.tsx";
import { DetailDialog, DetailError } from "../admin/detail-dialog.tsx";
import { DetailGroup, DetailItems } from "../admin/detail-parts.tsx";
import type { SubmissionDetail } from "../admin/details.server.ts";
import { QuestionnaireDetail } from "../admin/questionnaire-detail.tsx";
import { ReviewPanel } from "../admin/review-panel.tsx";
import { guarded } from "../auth/guarded.server.ts";
import { useMay } from "../auth/session-client.ts";
import { HoldCard } from "../contracts/billing/invoices/hold-card.tsx";
import { PaymentList } from "../contracts/billing/invoices/payment-list.tsx";
import {
  contractPath,
  deletePath,
  jsonPath,
  kindOfPath,
  studioPath,
  withoutDone,
} from "../model/admin-paths.ts";
import { readingOf } from "../model/tables.ts";
import { unlistedMeta } from "../site/seo.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { ButtonLink, buttonClass } from "../ui/button.tsx";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

export const handle = { overlay: true };

const PAGE_TITLES = {
  questionnaires: "Questionnaire",
  contracts: "Contract",
  messages: "Message",
  subscribers: "Subscriber",
};

export const meta: MetaFunction = ({ matches, location }) =>
  unlistedMeta(matches, PAGE_TITLES[kindOfPath(location.pathname)]);

export const loader = guarded(
  ({ url }) => readingOf(kindOfPath(url.pathname)),
  ({ services, url, id, staff }) => services.admin.details.load(kindOfPath(url.pathname), id, staff.role),
);

export const action = guarded("administer", async ({ services, request, url, id, staff }) => {
  const { pathname, search } = url;
  const changed = await services.admin.changeStatus(kindOfPath(pathname), id, staff.email, request);
  return changed.result.status === "changed"
    ? redirect(pathname + withoutDone(search), 303)
    : dataReply(changed);
});

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

/** A submission of any kind, in a dialog over the tables. */
export default function AdminDetail() {
  const detail = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // What is wrong with the notes stands at the field.
  const status = answer?.submission?.error ? undefined : answer?.status;
  return (
    <DetailDialog title={titleOf(detail)} actions={<Actions detail={detail} />}>
      {detail.kind === "contracts" ? (
        <>
          <ContractDone />
          <PaymentSummary contract={detail.contract} />
        </>
      ) : null}
      <ReviewPanel
        kind={detail.kind}
        review={detail.review}
        submittedAt={detail.submittedAt}
        reference={detail.reference}
        refused={status === "changed" ? undefined : status}
      />
      <Content detail={detail} />
    </DetailDialog>
  );
}

function titleOf(detail: SubmissionDetail): string {
  if (detail.kind === "questionnaires") return `Questionnaire of ${detail.name}`;
  if (detail.kind === "contracts") return `Contract of ${detail.contract.name}`;
  if (detail.kind === "messages") return `Message of ${detail.sender[0]?.value ?? ""}`;
  return `Subscriber ${detail.email}`;
}

function Content({ detail }: { detail: SubmissionDetail }) {
  const mayChange = useMay("administer");
  if (detail.kind === "questionnaires")
    return <QuestionnaireDetail groups={detail.groups} attachments={detail.attachments} />;
  if (detail.kind === "contracts") {
    const { contract, payments, stripeUrl } = detail;
    return (
      <>
        {contract.hold && mayChange ? (
          <HoldCard hold={contract.hold} path={contractPath(contract.id, "invoices")} />
        ) : null}
        <ContractActions contract={contract} stripeUrl={stripeUrl} />
        <ContractDetail contract={contract}>
          {payments.length > 0 ? (
            <DetailGroup title="Receipts">
              <PaymentList payments={payments} base={contractPath(contract.id, "invoices")} />
            </DetailGroup>
          ) : null}
          <ContractTimeline events={contract.timeline} />
        </ContractDetail>
      </>
    );
  }
  if (detail.kind === "subscribers") return <DetailItems items={detail.items} />;
  return (
    <div className="grid gap-6">
      <DetailGroup title="Contact">
        <DetailItems items={detail.sender} />
      </DetailGroup>
      {detail.answers.length > 0 ? (
        <DetailGroup title="Your questions">
          <DetailItems items={detail.answers} />
        </DetailGroup>
      ) : null}
      <DetailGroup title="Message">
        <p className="whitespace-pre-line">{detail.message}</p>
      </DetailGroup>
    </div>
  );
}

function Actions({ detail }: { detail: SubmissionDetail }) {
  const { kind, id } = detail;
  const isAdmin = useMay("administer");
  return (
    <>
      {isAdmin ? (
        <>
          <ButtonLink to={deletePath(kind, id)} variant="danger" size="sm">
            Delete
          </ButtonLink>
          <a href={studioPath(detail)} className={buttonClass({ variant: "secondary", size: "sm" })}>
            Open in the Studio
          </a>
        </>
      ) : null}
      {kind === "contracts" ? (
        <ButtonLink to={contractPath(id, "print")} variant="secondary" size="sm">
          Print
        </ButtonLink>
      ) : null}
      {kind === "contracts" || kind === "questionnaires" ? (
        <a href={jsonPath(kind, id)} download className={buttonClass({ size: "sm" })}>
          Download
        </a>
      ) : null}
    </>
  );
}

export { DetailError as ErrorBoundary };
