import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { redirect, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage } from "../admin/admin-page.tsx";
import { CONFIRMATION, REFUSALS, type DeletionPage } from "../admin/deletion.ts";
import { guarded } from "../auth/guarded.server.ts";
import { deletedPath, detailPath, kindOfPath } from "../model/admin-paths.ts";
import { TABLES } from "../model/tables.ts";
import { unlistedMeta } from "../site/seo.ts";
import { dataReply } from "../submissions/form-action.server.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { useFocusOnOnlyError, useOpenErrors } from "../ui/use-open-errors.ts";

export const meta: MetaFunction = ({ matches, location }) =>
  unlistedMeta(matches, `Delete ${TABLES[kindOfPath(location.pathname)].noun}`);

/** Asks before a submission is deleted, or says why it cannot be. */
export const loader = guarded("administer", ({ services, url, id }) =>
  services.admin.deletion.load(kindOfPath(url.pathname), id),
);

export const action = guarded("administer", async ({ services, request, url, id, staff }) => {
  const kind = kindOfPath(url.pathname);
  const answer = await services.admin.deletion.receive(request, kind, id, staff.email);
  return answer.result.status === "deleted" ? redirect(deletedPath(kind), 303) : dataReply(answer);
});

export { keepForm as clientAction } from "../platform/http/keep-form.ts";

const PROBLEMS = {
  ...REFUSALS,
  deleted: null,
  conflict: "This submission was changed in the meantime. Please check it again.",
  failed: "The submission could not be deleted. Please try again.",
};

export default function AdminDelete() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { kind, id, refusal } = page;
  const invalid = answer?.status === "invalid" ? answer.submission : undefined;
  const problem = answer && answer.status !== "invalid" ? answer.status : refusal;
  return (
    <AdminPage width="text" title={`Delete ${TABLES[kind].noun}`}>
      <FormStatus tone="error" attempt={answer} className="mb-8">
        {problem ? PROBLEMS[problem] : null}
      </FormStatus>
      {refusal ? (
        <ButtonLink to={detailPath(kind, id)} variant="secondary">
          Back
        </ButtonLink>
      ) : (
        <Confirmation page={page} given={invalid as SubmissionResult | undefined} />
      )}
    </AdminPage>
  );
}

function Confirmation({ page, given }: { page: DeletionPage; given: SubmissionResult | undefined }) {
  const { kind, id, rev, name, reference, files } = page;
  const open = useOpenErrors(given);
  const [form, { confirmation }] = useForm<{ confirmation: string }>({
    id: "delete",
    lastResult: open.result,
  });
  useFocusOnOnlyError(given?.error ? [confirmation.id] : [], given);
  const also = files > 0 ? `, with ${files === 1 ? "its file" : `its ${files} files`}` : "";
  return (
    <>
      <p className="mb-6">
        The {TABLES[kind].noun} of <strong className="wrap-break-word">{name || id}</strong>
        {reference ? ` (${reference})` : ""} is deleted for good{also}. Emails about it that have not been
        sent yet are dropped. The log says who did it.
      </p>
      <Form
        {...getFormProps(form)}
        method="post"
        onInput={(event) => open.clear((event.target as HTMLInputElement).name)}
      >
        <input type="hidden" name="rev" value={rev} />
        <Field
          field={confirmation}
          label={`Type “${CONFIRMATION}” to confirm`}
          className="mb-6 sm:w-64"
          inputProps={{ autoComplete: "off", autoCapitalize: "none", spellCheck: false }}
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
