import { contractMessages } from "./messages.ts";

/** Whether an order is signed: a setting of the company. */
export type SignatureMode = "off" | "optional" | "required";

const DRAWN = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/;
/** Longest typed name, in characters. */
const TYPED = 200;

/** What is kept of a posted signature (a PNG as a data URI, or a typed name), or what is wrong with it. */
export function checkSignature(mode: SignatureMode, posted: string): { value: string; error?: string } {
  if (mode === "off") return { value: "" };
  if (posted === "") {
    return mode === "required" ? { value: "", error: contractMessages.signatureMissing } : { value: "" };
  }
  const readable = posted.startsWith("data:") ? DRAWN.test(posted) : posted.length <= TYPED;
  return readable ? { value: posted } : { value: "", error: contractMessages.signatureInvalid };
}
