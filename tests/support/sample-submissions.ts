import type { SanityClient } from "@sanity/client";
import type { StoredMessage } from "../../app/forms/contact/schema.server.ts";
import type { Answers } from "../../app/forms/questionnaire/schema.server.ts";
import { buildQuestionnaire } from "../../app/forms/questionnaire/store-questionnaire.server.ts";
import { contactFields, type ContactMessage } from "../../app/model/contact.ts";
import { buildContract } from "../../app/model/contracts/build-contract.ts";
import { priceOrder } from "../../app/model/contracts/pricing.ts";
import { choicesOf, toContractServices } from "../../app/model/contracts/services.ts";
import { questions } from "../../app/model/questionnaire-steps.ts";

const FIRST = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Radia"];
const LAST = ["Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov", "Knuth", "Perlman"];
const START = Date.UTC(2026, 10, 20, 15);
const HOUR = 3_600_000;

/** Returns what somebody types into a field of a kind that not every text suits; `text` into any other. */
export function answerOf(kind: string, text: string, email = "ada@example.com"): string {
  const answers: Record<string, string> = { email, phone: "2125550142", zip: "10001" };
  return answers[kind] ?? text;
}

/** Person `n`, with a name and address of its own, the same every time. */
function person(n: number) {
  const firstName = FIRST[n % FIRST.length] ?? "";
  const lastName = `${LAST[(n * 3) % LAST.length]} ${n}`;
  return {
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    email: `${firstName.toLowerCase()}.${n}@example.com`,
    phone: `(212) 555-${String(n % 10_000).padStart(4, "0")}`,
  };
}

/** When submission `n` was received: each an hour before the previous one. */
const timeOf = (n: number) => new Date(START - n * HOUR);

/** Questionnaire `n` with every question answered. */
export function sampleQuestionnaire(n: number) {
  const answers: Record<string, Record<string, string | string[]>> = {};
  for (const { name, choices, label } of questions) {
    const [group = "", field = ""] = name.split(".");
    answers[group] = { ...answers[group], [field]: choices?.at(-1)?.value ?? `${label} of ${n}` };
  }
  answers["contactPage"] = { ...answers["contactPage"], contactFormFields: ["Name", "Email"] };
  answers["contactInfo"] = { ...person(n) };
  delete answers["contactInfo"]["firstName"];
  delete answers["contactInfo"]["lastName"];
  return {
    _id: `questionnaire.sample-${n}`,
    _type: "clientQuestionnaire",
    ...buildQuestionnaire(answers as unknown as Answers, [], timeOf(n)),
  };
}

const CATALOGUE = [
  { serviceId: "websiteDevelopment", title: "Website development", priceCents: 50_000, kind: "one-time" },
  { serviceId: "websiteMaintenance", title: "Website maintenance", priceCents: 12_000, kind: "monthly" },
] as const;

/** Contract `n`: website development, and maintenance paid quarterly. */
export function sampleContract(n: number) {
  const { firstName, lastName, email, phone } = person(n);
  const services = toContractServices(
    [{ serviceId: "websiteDevelopment" }, { serviceId: "websiteMaintenance", paymentFrequency: "quarterly" }],
    CATALOGUE,
  );
  const input = {
    contactInfo: {
      firstName,
      lastName,
      companyName: `Company ${n}`,
      phone,
      email,
      address: { street: `${n} Main Street`, street2: "", city: "New York", state: "NY", zipCode: "10001" },
    },
    services,
    paymentMethod: "invoice" as const,
    signature: "",
    couponCode: "",
    wish: "",
  };
  const totals = priceOrder(CATALOGUE, choicesOf(services));
  return {
    _id: `contract.sample-${n}`,
    _type: "contract",
    ...buildContract(input, totals, { version: "1", hash: "0" }, timeOf(n)),
  };
}

type Message = StoredMessage & { _id: string; _type: string };

/** A stored contact message with these values, and every other field of the form empty. */
export function storedMessage(values: Partial<Message>): Message {
  const empty = Object.fromEntries(contactFields.map(({ name }) => [name, ""])) as ContactMessage;
  const submitted_at = "2026-11-21T12:00:00.000Z";
  return { ...empty, _id: "contact.1", _type: "contactSubmission", submitted_at, ...values };
}

export function sampleMessage(n: number) {
  const { name, email, phone } = person(n);
  return storedMessage({
    _id: `contact.sample-${n}`,
    name,
    email,
    phone,
    company: `Company ${n}`,
    service: "Web Development",
    message: `Message ${n}`,
    submitted_at: timeOf(n).toISOString(),
  });
}

export function sampleSubscriber(n: number) {
  const fields = { email: person(n).email, subscribed_at: timeOf(n).toISOString(), source: "popup" };
  return { _id: `subscriber.sample-${n}`, _type: "newsletterSubscriber", ...fields };
}

type Sample = { _id: string; _type: string };

/** Stores `count` samples, a thousand at a time. */
export async function storeSamples(
  client: SanityClient,
  make: (n: number) => Sample,
  count: number,
): Promise<void> {
  for (let start = 0; start < count; start += 1000) {
    const size = Math.min(1000, count - start);
    const mutations = Array.from({ length: size }, (_, i) => ({ createOrReplace: make(start + i) }));
    await client.mutate(mutations, { visibility: "async" });
  }
}
