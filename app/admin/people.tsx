import { useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { NOT_SENT, PEOPLE_DONE, type PeopleDone, type PeopleResult, type Person } from "../auth/people.ts";
import { PEOPLE } from "../model/admin-paths.ts";
import { ROLE_TEXTS } from "../model/role-texts.ts";
import { GIVEN_ROLES, ROLE_NAMES, type GivenRole } from "../model/roles.ts";
import { Button, whileBusy } from "../ui/button.tsx";
import { Field, Select } from "../ui/field.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { useFocusOnOnlyError, useOpenErrors } from "../ui/use-open-errors.ts";
import { AdminPage } from "./admin-page.tsx";
import { ListTable, type ListRow } from "./list-table.tsx";
import { SiteTime } from "./site-time.tsx";

const FAILURES: Readonly<Record<string, string>> = {
  "too-many-requests": "Too many invitations. Please try again in an hour.",
  unavailable: "The content store does not answer. Please try again in a moment.",
};

interface PeopleProps {
  people: readonly Person[];
  sendsEmail: boolean;
  done: string | null;
  result: PeopleResult | undefined;
}

/** Who may sign in. Plain forms, which work the same without scripts. */
export function People({ people, sendsEmail, done, result }: PeopleProps) {
  const confirmed = !result && done && done in PEOPLE_DONE ? PEOPLE_DONE[done as PeopleDone] : null;
  const isInvited = done === "invited" || done === "renewed";
  const failed =
    result?.status === "failed"
      ? (FAILURES[result.code] ?? "Something went wrong. Please try again later.")
      : null;
  return (
    <AdminPage title="People" intro={ROLE_NAMES.map((role) => ROLE_TEXTS[role].summary).join(" ")}>
      <FormStatus tone="success" focused attempt={people} className="mb-8">
        {confirmed ? <p>{isInvited && !sendsEmail ? NOT_SENT : confirmed}</p> : null}
      </FormStatus>
      <FormStatus tone="error" attempt={result} className="mb-8">
        {failed ? <p>{failed}</p> : null}
      </FormStatus>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-14">
        <PeopleTable people={people} />
        {/* Reset after each invitation, so that the same address is not invited twice. */}
        <InviteForm key={newestInvitation(people)} sendsEmail={sendsEmail} result={result} />
      </div>
    </AdminPage>
  );
}

/** Returns when the newest invitation expires. It changes when one is sent, and when the newest is accepted or revoked. */
const newestInvitation = (people: readonly Person[]) =>
  people
    .map(({ invitation }) => invitation?.expiresAt ?? "")
    .toSorted()
    .at(-1);

function InviteForm({ sendsEmail, result }: Pick<PeopleProps, "sendsEmail" | "result">) {
  const given = result?.submission;
  const open = useOpenErrors(given);
  const [form, fields] = useForm<{ email: string; role: GivenRole }>({
    id: "invite",
    lastResult: open.result,
  });
  const busy = useNavigation().state !== "idle";
  useFocusOnOnlyError(given?.error ? [fields.email.id] : [], given);
  return (
    <section aria-labelledby="invite-heading" className="max-w-[28rem]">
      <h2 id="invite-heading" className="tight text-xl">
        Invite somebody
      </h2>
      <p className="mt-1 mb-6 text-sm text-ink-soft">
        {sendsEmail ? "We will email" : "Email is off: you will hand over"} a link that works once, for seven
        days.
      </p>
      <Form
        id={form.id}
        method="post"
        noValidate
        onInput={(event) => open.clear((event.target as HTMLInputElement).name)}
        className="grid gap-6"
      >
        <input type="hidden" name="intent" value="invite" />
        <Field
          field={fields.email}
          type="email"
          label="Email"
          inputProps={{ autoComplete: "off", autoCapitalize: "none", spellCheck: false }}
        />
        <Select field={fields.role} label="Role" options={ROLE_CHOICES} />
        <div>
          <Button type="submit" {...whileBusy(busy)}>
            Send invitation
          </Button>
        </div>
      </Form>
    </section>
  );
}

const ROLE_CHOICES = GIVEN_ROLES.map((role) => ({ value: role, label: ROLE_TEXTS[role].title }));

const COLUMNS = ["Email", "Role", "Last sign-in", "Two-step sign-in", "Sessions", "Actions"] as const;

function PeopleTable({ people }: { people: readonly Person[] }) {
  return (
    <section aria-label="People" className="overflow-hidden rounded-lg border border-line bg-surface">
      <ListTable label="People" columns={COLUMNS} rows={people.map(rowOf)} />
    </section>
  );
}

function rowOf(person: Person): ListRow {
  const { email, role, invitation, lastSignInAt, hasSecondFactor, sessions } = person;
  return [
    email,
    email,
    role ? ROLE_TEXTS[role].title : "None",
    invitation ? (
      <span key="invitation">
        {invitation.isExpired ? "Invitation expired " : "Invited until "}
        <SiteTime iso={invitation.expiresAt} />
        {invitation.link && !invitation.isExpired ? <CopyLink email={email} link={invitation.link} /> : null}
      </span>
    ) : lastSignInAt ? (
      <SiteTime key="last" iso={lastSignInAt} />
    ) : (
      "Never"
    ),
    hasSecondFactor ? "On" : "Off",
    sessions,
    role && role !== "admin" && person.id ? (
      <Actions key="actions" {...person} id={person.id} role={role} />
    ) : (
      ""
    ),
  ];
}

function CopyLink({ email, link }: { email: string; link: string }) {
  return (
    <label className="mt-2 block pr-2 text-sm">
      Link to copy
      <input
        readOnly
        aria-label={`Link to copy: the invitation of ${email}`}
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        className="mt-1 block min-h-11 w-full min-w-48 rounded-lg border border-edge bg-surface px-3"
      />
    </label>
  );
}

interface ActionsProps extends Pick<Person, "email" | "invitation"> {
  id: string;
  role: GivenRole;
}

/** Sending an invitation again; another role and revoking, which a second press confirms. */
function Actions({ id, email, invitation, role }: ActionsProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <div className="flex flex-wrap items-start gap-x-4">
      {invitation ? (
        <Form method="post" action={PEOPLE}>
          <input type="hidden" name="intent" value="invite" />
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="role" value={role} />
          <Button
            type="submit"
            variant="quiet"
            size="sm"
            className="-ml-4"
            aria-label={`Send the invitation of ${email} again`}
            {...whileBusy(busy)}
          >
            Send again
          </Button>
        </Form>
      ) : null}
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent">
          Change role…
        </summary>
        <Form method="post" action={PEOPLE} className="grid gap-2 pb-3">
          <input type="hidden" name="intent" value="change-role" />
          <input type="hidden" name="id" value={id} />
          <p className="max-w-60 text-ink-soft whitespace-normal">Ends all sessions of this person.</p>
          {GIVEN_ROLES.filter((other) => other !== role).map((other) => (
            <div key={other}>
              <Button
                type="submit"
                name="role"
                value={other}
                variant="secondary"
                size="sm"
                aria-label={`Make ${email} ${ROLE_TEXTS[other].title.toLowerCase()}`}
              >
                {`Make ${ROLE_TEXTS[other].title.toLowerCase()}`}
              </Button>
            </div>
          ))}
        </Form>
      </details>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-danger">
          Revoke…
        </summary>
        <Form method="post" action={PEOPLE} className="grid gap-2 pb-3">
          <input type="hidden" name="intent" value="revoke" />
          <input type="hidden" name="id" value={id} />
          <p className="max-w-60 text-ink-soft whitespace-normal">
            {invitation ? "The link stops working." : "Ends all sessions and deletes the account."}
          </p>
          <div>
            <Button type="submit" variant="danger" size="sm" aria-label={`Revoke access of ${email}`}>
              Revoke access
            </Button>
          </div>
        </Form>
      </details>
    </div>
  );
}
