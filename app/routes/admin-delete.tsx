import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { AdminHeading } from "../admin/admin-page.tsx";
import { CONFIRMATION, REFUSALS, type DeletionPage } from "../admin/deletion.ts";
import { DASHBOARD, detailPath, kindOfPath } from "../admin/paths.ts";
import { TABLES } from "../admin/tables.ts";
import { unlistedMeta } from "../layout/seo.ts";
import { readForm } from "../platform/http/form-body.server.ts";
import { throwReply } from "../submissions/form-action.server.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { FormStatus } from "../ui/form-status.tsx";

export { adminHeaders as headers } from "../admin/admin-page.tsx";

export const meta: MetaFunction = ({ matches, location }) =>
  unlistedMeta(matches, `Delete ${TABLES[kindOfPath(location.pathname)].noun}`);

/** Asks before a submission is deleted, or says why it cannot be. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireAdmin(request);
  const kind = kindOfPath(new URL(request.url).pathname);
  return context.services.admin.deletion.load(kind, params["id"] ?? "");
}

const STATUS = { conflict: 409, unconfirmed: 422, failed: 503, paid: 409, invoiced: 409, charging: 409 };

export async function action({ context, request, params }: ActionFunctionArgs) {
  const admin = await context.services.auth.requireAdmin(request);
  const kind = kindOfPath(new URL(request.url).pathname);
  const form = await readForm(request, ["rev", "confirmation"]).catch(throwReply);
  const [rev, confirmation] = [String(form.get("rev") ?? ""), String(form.get("confirmation") ?? "")];
  const asked = { rev, confirmation, by: admin.email };
  const outcome = await context.services.admin.deletion.remove(kind, params["id"] ?? "", asked);
  if (outcome === "deleted") return redirect(`${DASHBOARD}#${kind}`, 303);
  return data({ outcome }, { status: STATUS[outcome] });
}

const PROBLEMS = {
  ...REFUSALS,
  conflict: "This submission was changed in the meantime. Please check it again.",
  unconfirmed: `Type ${CONFIRMATION} to confirm.`,
  failed: "The submission could not be deleted. Please try again.",
};

export default function AdminDelete() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { kind, id, refusal } = page;
  const problem = answer?.outcome ?? refusal;
  return (
    <Container width="text" className="py-10 sm:py-14">
      <AdminHeading title={`Delete ${TABLES[kind].noun}`} />
      <FormStatus tone="error" attempt={answer} className="mb-8">
        {problem ? PROBLEMS[problem] : null}
      </FormStatus>
      {refusal ? (
        <ButtonLink to={detailPath(kind, id)} variant="secondary">
          Back
        </ButtonLink>
      ) : (
        <Confirmation page={page} isWrong={answer?.outcome === "unconfirmed"} />
      )}
    </Container>
  );
}

function Confirmation({ page, isWrong }: { page: DeletionPage; isWrong: boolean }) {
  const { kind, id, rev, name, reference, files } = page;
  const also = files > 0 ? `, with ${files === 1 ? "its file" : `its ${files} files`}` : "";
  return (
    <>
      <p className="mb-6">
        The {TABLES[kind].noun} of <strong className="wrap-break-word">{name || id}</strong>
        {reference ? ` (${reference})` : ""} is deleted for good{also}. Emails about it that have not been
        sent yet are dropped. The log says who did it.
      </p>
      <Form method="post">
        <input type="hidden" name="rev" value={rev} />
        <label htmlFor="confirmation" className="mb-1.5 block font-semibold">
          {`Type “${CONFIRMATION}” to confirm`}
        </label>
        <input
          id="confirmation"
          name="confirmation"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          aria-invalid={isWrong || undefined}
          className="control mb-6 w-full sm:w-64"
        />
        <div className="flex flex-wrap gap-4">
          <Button type="submit" variant="danger">
            Delete
          </Button>
          <ButtonLink to={detailPath(kind, id)} variant="secondary">
            Keep it
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}
