import type { SubmissionField } from "../field.ts";
import { placeLine } from "../format.ts";
import { PHONE } from "../locale-phone.ts";
import { LOCALE } from "../locale.ts";

/** The fields of `contactInfo`, by their paths below it (docs/specification.md, section 2). */
export const clientFields = [
  {
    name: "firstName",
    label: "First name",
    kind: "line",
    required: "First name is required",
    autoComplete: "given-name",
    isSearched: true,
  },
  {
    name: "lastName",
    label: "Last name",
    kind: "line",
    required: "Last name is required",
    autoComplete: "family-name",
    isSearched: true,
  },
  {
    name: "companyName",
    label: "Company name",
    kind: "line",
    autoComplete: "organization",
    isSearched: true,
  },
  {
    name: "phone",
    label: "Telephone",
    kind: "phone",
    required: "Telephone is required",
    hint: PHONE.hint,
    autoComplete: "tel",
  },
  {
    name: "email",
    label: "Email",
    kind: "email",
    required: "Email is required",
    autoComplete: "email",
    isSearched: true,
  },
  { name: "address.street", label: "Street", kind: "line", autoComplete: "address-line1" },
  { name: "address.street2", label: "Street, second line", kind: "line", autoComplete: "address-line2" },
  { name: "address.city", label: "City", kind: "line", autoComplete: "address-level2" },
  { name: "address.state", label: LOCALE.address.stateLabel, kind: "line", autoComplete: "address-level1" },
  { name: "address.zipCode", label: LOCALE.address.zipLabel, kind: "zip", autoComplete: "postal-code" },
] as const satisfies readonly SubmissionField[];

export type ClientFieldName = (typeof clientFields)[number]["name"];

const ADDRESS = "address.";

type InAddress<Name> = Name extends `${typeof ADDRESS}${infer Rest}` ? Rest : never;

export type ContractAddress = Record<InAddress<ClientFieldName>, string>;

/** `contactInfo` of a stored contract. */
export type ContactInfo = Record<Exclude<ClientFieldName, `${typeof ADDRESS}${string}`>, string> & {
  address: ContractAddress;
};

/** The fields that a client has to fill in. */
export const requiredFields = clientFields.filter((field: SubmissionField) => field.required !== undefined);

/** Returns a client's first and last name. */
export const clientName = ({ firstName = "", lastName = "" }: { firstName?: string; lastName?: string }) =>
  `${firstName} ${lastName}`.trim();

/** Returns the lines of a client's address, without the empty ones. */
export const clientAddress = ({ street = "", street2 = "", ...place }: Partial<ContractAddress>): string[] =>
  [street, street2, placeLine(place)].filter(Boolean);

/** Returns a value for each field, those of the address apart. */
export function splitContactInfo<Value>(valueOf: (field: (typeof clientFields)[number]) => Value) {
  const contact: Record<string, Value> = {};
  const address: Record<string, Value> = {};
  for (const field of clientFields) {
    if (field.name.startsWith(ADDRESS)) address[field.name.slice(ADDRESS.length)] = valueOf(field);
    else contact[field.name] = valueOf(field);
  }
  return { contact, address };
}
