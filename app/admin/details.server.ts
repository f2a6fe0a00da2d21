import type { SanityClient } from "@sanity/client";
import {
  contractDetailQuery,
  messageDetailQuery,
  questionnaireDetailQuery,
  subscriberDetailQuery,
} from "./details-query.ts";
import type {
  ContractDetailQueryResult,
  MessageDetailQueryResult,
  QuestionnaireDetailQueryResult,
  SubscriberDetailQueryResult,
} from "../content/sanity.types.ts";
import { contactFields, serviceText } from "../model/contact.ts";
import type { StoredMessage } from "../forms/contact/schema.server.ts";
import { subscriberFields } from "../model/newsletter.ts";
import { adminLabelOf, answerText, valueAt, type SubmissionField } from "../model/field.ts";
import { dateOf } from "../model/format.ts";
import type { Clock } from "../platform/clock.ts";
import { mayRole, type Role } from "../model/roles.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import { isDocumentId, storeError } from "../platform/content-store.server.ts";
import { current, type StoredContract } from "../contracts/store/contract-store.server.ts";
import { listPayments, type PaymentItem } from "../model/contracts/payments.ts";
import { contractView, type ContractView } from "../model/contracts/contract-view.ts";
import {
  attachmentsOf,
  questionnaireGroups,
  type AttachmentView,
  type ViewGroup,
  type ViewItem,
} from "../model/questionnaire-view.ts";
import { reviewOf, type Review, type Reviewed } from "./review.ts";
import { TABLES, type TableKind } from "../model/tables.ts";

/**
 * Returns a submission with its history. Throws a Response: 404 when there is none, 503 when the store does not respond
 * (Remix keeps the status of a thrown Response).
 */
async function readDetail<Result extends { document: unknown }>(
  client: SanityClient,
  query: string,
  id: string | undefined,
  report: (error: unknown) => void,
): Promise<Result & { document: NonNullable<Result["document"]> }> {
  const found = isDocumentId(id) ? await orAway(client.fetch<Result>(query, { id }), report) : null;
  if (!found?.document) throw new Response("There is no such submission.", { status: 404 });
  return found as Result & { document: NonNullable<Result["document"]> };
}

/** Waits for the store. Reports an error and throws a 503 Response instead. */
export const orAway = <Result>(asking: Promise<Result>, report: (error: unknown) => void): Promise<Result> =>
  asking.catch((cause: unknown) => {
    report(storeError(cause));
    const headers = { "Retry-After": "30" };
    throw new Response("The content store does not answer.", { status: 503, headers });
  });

type Read = Reviewed & { document: { _id: string; _type: string; _createdAt: string } };

interface DetailOf<Kind extends TableKind> {
  kind: Kind;
  id: string;
  type: string;
  /** ISO date and time. */
  submittedAt: string;
  /** `""` for types without a reference number. */
  reference: string;
  review: Review;
}

export type SubmissionDetail =
  | (DetailOf<"questionnaires"> & {
      name: string;
      groups: ViewGroup[];
      attachments: AttachmentView[];
    })
  | (DetailOf<"contracts"> & { contract: ContractView; payments: PaymentItem[]; stripeUrl: string | null })
  | (DetailOf<"messages"> & { sender: ViewItem[]; message: string })
  | (DetailOf<"subscribers"> & { email: string; items: ViewItem[] });

const itemsOf = (document: unknown, fields: readonly SubmissionField[]): ViewItem[] =>
  fields.map((field) => ({
    label: adminLabelOf(field),
    value: answerText(field, valueAt(document, field.name)),
  }));

interface DetailsDeps {
  adminClient: SanityClient;
  /** Key of the reference numbers. */
  secret: string;
  /** Address above the payments of the company's account at Stripe; null without one, and in the demo. */
  stripeDashboard: string | null;
  clock: Clock;
  report: (error: unknown) => void;
}

export function createDetails({ adminClient, secret, stripeDashboard, clock, report }: DetailsDeps) {
  /** Without the notes of admins, which only they see. */
  async function read<Result extends { document: unknown }>(
    query: string,
    id: string | undefined,
    role: Role,
  ) {
    const found = await readDetail<Result>(adminClient, query, id, report);
    if (mayRole(role, "administer")) return found;
    const { adminNotes: _notes, ...document } = found.document as typeof found.document & {
      adminNotes?: string;
    };
    return { ...found, document: document as typeof found.document };
  }

  /** What the detail of every kind has. */
  function headOf<Kind extends TableKind>(kind: Kind, found: Read, submittedAt?: string): DetailOf<Kind> {
    const { _id: id, _type: type, _createdAt } = found.document;
    const reference = TABLES[kind].hasReference ? referenceNumber(secret, id) : "";
    return { kind, id, type, submittedAt: submittedAt ?? _createdAt, reference, review: reviewOf(found) };
  }

  async function questionnaire(id: string | undefined, role: Role) {
    const found = await read<QuestionnaireDetailQueryResult>(questionnaireDetailQuery, id, role);
    const { document } = found;
    return {
      ...headOf("questionnaires", found, document.submitted_at),
      name: document.contactInfo?.name ?? "",
      groups: questionnaireGroups(document),
      attachments: attachmentsOf(document),
    };
  }

  async function contract(id: string | undefined, role: Role) {
    const found = await read<ContractDetailQueryResult>(contractDetailQuery, id, role);
    const document = current(found.document as unknown as StoredContract);
    const view = contractView({ ...found.document, ...document }, found.catalogue, dateOf(clock()));
    const head = headOf("contracts", found, view.submittedAt);
    return {
      ...head,
      contract: view,
      payments: listPayments(document, head.reference),
      stripeUrl: stripeDashboard && view.paymentIntent ? `${stripeDashboard}/${view.paymentIntent}` : null,
    };
  }

  async function message(id: string | undefined, role: Role) {
    const found = await read<MessageDetailQueryResult>(messageDetailQuery, id, role);
    const { document } = found;
    return {
      ...headOf("messages", found, document.submitted_at),
      sender: itemsOf(
        { ...document, service: serviceText(document as StoredMessage) },
        contactFields.filter(({ kind }) => kind !== "text"),
      ),
      message: document.message ?? "",
    };
  }

  async function subscriber(id: string | undefined, role: Role) {
    const found = await read<SubscriberDetailQueryResult>(subscriberDetailQuery, id, role);
    const { document } = found;
    return {
      ...headOf("subscribers", found, document.subscribed_at),
      email: document.email ?? "",
      items: itemsOf(document, subscriberFields),
    };
  }

  return {
    /** Returns a contract. Throws like `readDetail`. */
    contract,

    /** Returns a submission of any kind. Throws like `readDetail`. */
    load(kind: TableKind, id: string | undefined, role: Role): Promise<SubmissionDetail> {
      if (kind === "questionnaires") return questionnaire(id, role);
      if (kind === "contracts") return contract(id, role);
      return kind === "messages" ? message(id, role) : subscriber(id, role);
    },

    /**
     * Returns the stored document with its reference number, and its id also under the name of docs/specification.md, section
     * 3. Throws like `readDetail`.
     */
    async whole(
      kind: "questionnaires" | "contracts",
      id: string | undefined,
      role: Role,
    ): Promise<{ id: string; reference: string } & Record<string, unknown>> {
      const query = kind === "questionnaires" ? questionnaireDetailQuery : contractDetailQuery;
      const { document } = await read<{ document: ({ _id: string } & Record<string, unknown>) | null }>(
        query,
        id,
        role,
      );
      return { id: document._id, reference: referenceNumber(secret, document._id), ...document };
    },
  };
}
