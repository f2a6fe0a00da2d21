/** Why an upload ended without success: a code of specification 8 and words for the visitor. */
export interface UploadFailure {
  code: string;
  message: string;
}

const GIVEN_UP: UploadFailure = {
  code: "storage/retry-limit-exceeded",
  message: "The connection was lost. Please try again.",
};

/** The server's answer `{ code, message }`, or a general failure when nothing readable came. */
export function uploadFailure(status: number, body: string): UploadFailure {
  if (status === 0) return GIVEN_UP;
  try {
    const { code, message } = JSON.parse(body) as Partial<UploadFailure>;
    if (typeof code === "string" && typeof message === "string") return { code, message };
  } catch {
    // Not from our endpoint.
  }
  if (status >= 500 || status === 408 || status === 429) return GIVEN_UP;
  return { code: "storage/unknown", message: "This file could not be uploaded." };
}
