/** Where files go by the tus protocol. */
export const UPLOADS = "/api/uploads";

/** Where an admin opens a file; nobody else can. */
export const fileAddress = (id: string) => `/admin/files/${id}`;

/** Where a sent questionnaire ends; the reference is opaque. */
export const thankYouAddress = (reference: string) => `/thank-you?${new URLSearchParams({ ref: reference })}`;
