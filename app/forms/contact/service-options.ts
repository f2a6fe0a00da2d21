/** Specification 2, "Contact message form". Not the page services and not the order services: three lists, kept apart. */
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

/** The option named by `?service=`, as its label or its slug (`machine-learning`); anything else is the default. */
export function serviceFromParam(value: string | null): ServiceOption {
  return SERVICE_OPTIONS.find((option) => slug(option) === slug(value ?? "")) ?? DEFAULT_SERVICE;
}
