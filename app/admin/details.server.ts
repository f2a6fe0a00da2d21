import type { SanityClient } from "@sanity/client";
import type {
  AdminContract,
  ClientQuestionnaire,
  ContactSubmission,
  Contract,
  NewsletterSubscriber,
} from "../content/sanity.types.ts";
import type { StoredContract } from "../contracts/store/contract-store.server.ts";
import type { StoredMessage } from "../forms/contact/schema.server.ts";
import { answersOf, contactFields, serviceText } from "../model/contact.ts";
import { contractView, type ContractView } from "../model/contracts/contract-view.ts";
import { listPayments, type PaymentItem } from "../model/contracts/payments.ts";
import { adminLabelOf, answerText, valueAt, type SubmissionField } from "../model/field.ts";
import { dateOf } from "../model/format.ts";
import { subscriberFields } from "../model/newsletter.ts";
import {
  attachmentsOf,
  questionnaireGroups,
  type AttachmentView,
  type ViewGroup,
  type ViewItem,
} from "../model/questionnaire-view.ts";
import { mayRole, type Role } from "../model/roles.ts";
import { TABLES, type TableKind } from "../model/tables.ts";
import type { Clock } from "../platform/clock.ts";
import { isDocumentId, orUnavailable } from "../platform/content-store.server.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import { withWholeUrls, type Stored } from "./export.server.ts";
import { reviewOf, type Review, type Reviewed } from "./review.ts";

interface Dated {
  _id: string;
  _type: string;
  _createdAt: string;
}

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
  | (DetailOf<"messages"> & { sender: ViewItem[]; answers: ViewItem[]; message: string })
  | (DetailOf<"subscribers"> & { email: string; items: ViewItem[] });

const itemsOf = (document: unknown, fields: readonly SubmissionField[]): ViewItem[] =>
  fields.map((field) => ({
    label: adminLabelOf(field),
    value: answerText(field, valueAt(document, field.name)),
  }));

/** The fields of a contract in a bookkeeper's JSON: the order, the client and the payments. New fields are left out until listed. */
const BOOKKEPT = new Set([
  "_id",
  "_type",
  "_createdAt",
  "_updatedAt",
  "status",
  "date",
  "submittedAt",
  "contactInfo",
  "services",
  "customServices",
  "lines",
  "couponCode",
  "priceListVersion",
  "total",
  "paymentState",
  "payment",
  "invoices",
  "cancellation",
  "history",
  "agreedToTerms",
]);

const bookkept = (document: object) =>
  Object.fromEntries(Object.entries(document).filter(([name]) => BOOKKEPT.has(name)));

interface DetailsDeps {
  adminClient: SanityClient;
  /** Key of the reference numbers. */
  secret: string;
  publicUrl: string;
  /** Address above the payments of the company's account at Stripe; null without one, and in the demo. */
  stripeDashboard: string | null;
  clock: Clock;
  report: (error: unknown) => void;
}

/** A submission of some types, and its status changes, newest first. */
const QUERY = `{
  "document": *[_id == $id && _type in $types][0],
  "history": *[_type == "statusChange" && subject == $id] | order(at desc){ _id, from, to, by, at }
}`;

interface Documents {
  questionnaires: ClientQuestionnaire;
  contracts: Contract | AdminContract;
  messages: ContactSubmission;
  subscribers: NewsletterSubscriber;
}

interface Found extends Pick<Reviewed, "history"> {
  document: (Reviewed["document"] & Dated) | null;
}

export function createDetails({
  adminClient,
  secret,
  publicUrl,
  stripeDashboard,
  clock,
  report,
}: DetailsDeps) {
  /**
   * Returns a submission, without the notes for those who are not admins, and what the detail of every kind has. Throws a Response:
   * 404 when there is none, 503 when the store does not respond (Remix keeps the status of a thrown Response).
   */
  async function read<Kind extends TableKind>(kind: Kind, id: string | undefined, role: Role) {
    const params = { id, types: TABLES[kind].types };
    const asking = isDocumentId(id) ? adminClient.fetch<Found>(QUERY, params) : null;
    const found = asking && (await orUnavailable(asking, report));
    if (!found?.document) throw new Response("There is no such submission.", { status: 404 });
    const { adminNotes, ...seen } = found.document;
    const document = mayRole(role, "administer") && adminNotes !== undefined ? { ...seen, adminNotes } : seen;
    const { hasReference, date } = TABLES[kind];
    const head: DetailOf<Kind> = {
      kind,
      id: seen._id,
      type: seen._type,
      submittedAt: String(valueAt(seen, date) ?? seen._createdAt),
      reference: hasReference ? referenceNumber(secret, seen._id) : "",
      review: reviewOf({ ...found, document }),
    };
    return { head, document: document as unknown as Documents[Kind] };
  }

  async function contract(id: string | undefined, role: Role) {
    const { head, document } = await read("contracts", id, role);
    const stored = { ...(document as unknown as StoredContract), _createdAt: document._createdAt };
    const view = contractView(stored, dateOf(clock()));
    return {
      ...head,
      contract: view,
      payments: listPayments(stored, head.reference),
      stripeUrl: stripeDashboard && view.paymentIntent ? `${stripeDashboard}/${view.paymentIntent}` : null,
    };
  }

  return {
    /** Returns a contract. Throws like `read`. */
    contract,

    /** Returns a submission of any kind. Throws like `read`. */
    async load(kind: TableKind, id: string | undefined, role: Role): Promise<SubmissionDetail> {
      if (kind === "contracts") return contract(id, role);
      if (kind === "questionnaires") {
        const { head, document } = await read(kind, id, role);
        return {
          ...head,
          name: document.contactInfo?.name ?? "",
          groups: questionnaireGroups(document),
          attachments: attachmentsOf(document),
        };
      }
      if (kind === "subscribers") {
        const { head, document } = await read(kind, id, role);
        return { ...head, email: document.email ?? "", items: itemsOf(document, subscriberFields) };
      }
      const { head, document } = await read(kind, id, role);
      return {
        ...head,
        sender: itemsOf(
          { ...document, service: serviceText(document as StoredMessage) },
          contactFields.filter(({ kind: field }) => field !== "text"),
        ),
        answers: answersOf(document.answers).map(({ question, answer }) => ({
          label: question,
          value: answer,
        })),
        message: document.message ?? "",
      };
    },

    /**
     * Returns a stored document for a download: with its reference number, under `id` the id that the file is named by (without
     * the prefix of its type), and with whole addresses of its files. Whoever only reads contracts gets their named fields. Throws
     * like `read`.
     */
    async whole(
      kind: "questionnaires" | "contracts",
      id: string | undefined,
      role: Role,
    ): Promise<{ id: string; reference: string } & Record<string, unknown>> {
      const { head, document } = await read(kind, id, role);
      const whole = withWholeUrls(document as unknown as Stored, publicUrl);
      const seen = mayRole(role, "administer") ? whole : bookkept(whole);
      return { ...seen, id: head.id.slice(head.id.indexOf(".") + 1), reference: head.reference };
    },
  };
}
