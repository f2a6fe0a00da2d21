import type { SubmissionResult } from "@conform-to/react";
import type { Failed } from "../../platform/failure.ts";

/** docs/specification.md, section 2, "Contact message form". Neither the services of the page nor those of the contract. */
export const SERVICE_OPTIONS = [
  "Web Development",
  "Data Analytics",
  "Machine Learning",
  "Business Intelligence",
  "Custom Solution",
] as const;

export type ServiceOption = (typeof SERVICE_OPTIONS)[number];

export const DEFAULT_SERVICE: ServiceOption = "Web Development";

const slug = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-");

/** Returns the option that `?service=` names by its label or its slug (`machine-learning`), or the default. */
export function serviceFromParam(value: string | null): ServiceOption {
  return SERVICE_OPTIONS.find((option) => slug(option) === slug(value ?? "")) ?? DEFAULT_SERVICE;
}

/** What the contact form's action returns. `submission` is conform's: the errors by field and the posted values. */
export type ContactResult =
  | { status: "sent"; reference: string }
  | { status: "invalid"; submission: SubmissionResult }
  | (Failed & { submission?: SubmissionResult });
