import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ContractDetail } from "../admin/contract-detail.tsx";
import { SiteTime } from "../admin/site-time.tsx";
import { StatusBadge } from "../admin/status-badge.tsx";
import { guarded } from "../auth/guarded.server.ts";
import { detailPath } from "../model/admin-paths.ts";
import { addressLines } from "../model/format.ts";
import { unlistedMeta } from "../site/seo.ts";
import { useSite } from "../site/site-data.ts";
import { Container } from "../ui/container.tsx";
import { Lines } from "../ui/lines.tsx";
import { PdfLink, PrintButton } from "../ui/print-button.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(matches, data ? `Contract of ${data.contract.name}` : "Contract");

export const loader = guarded("read-contracts", async ({ services, id, staff }) => {
  const details = await services.admin.details.contract(id, staff.role);
  return { ...details, hasPdf: await services.billing.pdfs.hasContractWith(id) };
});

/** The company as a contract names it. */
function Seller() {
  const settings = useSite()?.settings;
  if (!settings) return null;
  const { companyName, legalName, address, email, phone } = settings;
  const lines = [...addressLines(address ?? {}), [email, phone].filter(Boolean).join(" · ")];
  return (
    <address className="mb-6 border-b border-line pb-4 text-sm text-ink-soft not-italic">
      <strong className="block text-base text-ink">{legalName ?? companyName}</strong>
      <Lines lines={lines} />
    </address>
  );
}

export default function AdminContractPrint() {
  const { contract, reference, review, hasPdf } = useLoaderData<typeof loader>();
  return (
    <Container width="text" className="py-10 sm:py-14 print:max-w-none print:p-0">
      <Link to={detailPath("contracts", contract.id)} className="footer-link print:hidden">
        Back to the contract
      </Link>
      <Seller />
      <header className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="tight text-3xl">Contract of {contract.name}</h1>
          <p className="mt-2 text-sm text-ink-soft">
            Submitted <SiteTime iso={contract.submittedAt} />
            <span className="mx-2" aria-hidden="true">
              ·
            </span>
            <StatusBadge status={review.status} />
          </p>
          <p className="mt-1 text-sm text-ink-soft">
            Reference number <span className="figures font-semibold text-ink">{reference}</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {hasPdf ? <PdfLink href={`/admin/contracts/${contract.id}/files/contract.pdf`} /> : null}
          <PrintButton />
        </div>
      </header>
      <ContractDetail contract={contract} level={2} />
    </Container>
  );
}
