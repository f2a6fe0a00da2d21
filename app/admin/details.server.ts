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
import { isDocumentId } from "../platform/content-store.ts";
import { storeError } from "../platform/store-error.server.ts";
import { contractView } from "./contract-view.ts";
import { attachmentsOf, questionnaireGroups } from "./questionnaire-view.ts";
import { reviewOf } from "./review.ts";

/**
 * Reads one submission with what belongs to it. Throws a 404 Response when there is none and a 503 one when the store does
 * not answer (Remix keeps the status of a thrown Response).
 */
async function readDetail<Result extends { document: unknown }>(
  client: SanityClient,
  query: string,
  id: string | undefined,
  report: (error: unknown) => void,
): Promise<Result & { document: NonNullable<Result["document"]> }> {
  if (!isDocumentId(id)) throw new Response("There is no such submission.", { status: 404 });
  let found: Result;
  try {
    found = await client.fetch<Result>(query, { id });
  } catch (cause) {
    report(storeError(cause));
    throw new Response("The content store does not answer.", {
      status: 503,
      headers: { "Retry-After": "30" },
    });
  }
  if (!found.document) throw new Response("There is no such submission.", { status: 404 });
  return found as Result & { document: NonNullable<Result["document"]> };
}

interface DetailsDeps {
  adminClient: SanityClient;
  report: (error: unknown) => void;
}

/** Single submissions as the dashboard shows them. */
export function createDetails({ adminClient, report }: DetailsDeps) {
  return {
    /** Throws Responses, see `readDetail`. */
    async questionnaire(id: string | undefined) {
      const found = await readDetail<QuestionnaireDetailQueryResult>(
        adminClient,
        questionnaireDetailQuery,
        id,
        report,
      );
      const { document } = found;
      return {
        id: document._id,
        name: document.contactInfo?.name ?? "",
        submittedAt: document.submitted_at ?? document._createdAt,
        groups: questionnaireGroups(document),
        attachments: attachmentsOf(document),
        review: reviewOf(found),
      };
    },

    /** Throws Responses, see `readDetail`. */
    async contract(id: string | undefined) {
      const found = await readDetail<ContractDetailQueryResult>(adminClient, contractDetailQuery, id, report);
      return {
        contract: contractView(found.document, found.catalogue),
        review: reviewOf(found),
      };
    },

    /** Throws Responses, see `readDetail`. */
    async message(id: string | undefined) {
      const found = await readDetail<MessageDetailQueryResult>(adminClient, messageDetailQuery, id, report);
      const { document } = found;
      return {
        id: document._id,
        submittedAt: document.submitted_at ?? document._createdAt,
        sender: [
          { label: "Name", value: document.name ?? "" },
          { label: "Email", value: document.email ?? "" },
          { label: "Phone", value: document.phone ?? "" },
          { label: "Service", value: document.service ?? "" },
        ],
        message: document.message ?? "",
        review: reviewOf(found),
      };
    },

    /** Throws Responses, see `readDetail`. */
    async subscriber(id: string | undefined) {
      const found = await readDetail<SubscriberDetailQueryResult>(
        adminClient,
        subscriberDetailQuery,
        id,
        report,
      );
      const { document } = found;
      return {
        email: document.email ?? "",
        subscribedAt: document.subscribed_at ?? document._createdAt,
        items: [
          { label: "Email", value: document.email ?? "" },
          { label: "Source", value: document.source ?? "" },
        ],
        review: reviewOf(found),
      };
    },

    /** The whole document as it is stored, with its id under the name of specification 3 too. Throws like `readDetail`. */
    async whole(
      kind: "questionnaires" | "contracts",
      id: string | undefined,
    ): Promise<{ id: string } & Record<string, unknown>> {
      const query = kind === "questionnaires" ? questionnaireDetailQuery : contractDetailQuery;
      const { document } = await readDetail<{ document: ({ _id: string } & Record<string, unknown>) | null }>(
        adminClient,
        query,
        id,
        report,
      );
      return { id: document._id, ...document };
    },
  };
}
