/** The path that the form posts to. */
export const QUESTIONNAIRE = "/questionnaire";

/** Where files go by the tus protocol. */
export const UPLOADS = "/api/uploads";

/** Where an admin opens a file; nobody else can. */
export const fileAddress = (id: string) => `/admin/files/${id}`;

/** Where a sent questionnaire ends. */
export const thankYouAddress = (reference: string) => `/thank-you?${new URLSearchParams({ ref: reference })}`;

/** Returns the reference in a `thankYouAddress`. */
export const thankYouReference = (address: string) =>
  new URLSearchParams(address.slice(address.indexOf("?"))).get("ref") ?? "";
