/** Every text of the questionnaire that the specification fixes (sections 2, 5 and 8). */
export const QUESTIONNAIRE_TEXTS = {
  banner: "Please fill in all required fields correctly before submitting.",
  nearSubmit: "Please fill in all required fields",
  summary: "There is a problem",
  success: "Thank you! Your questionnaire has been submitted successfully.",
  restored: "Your unfinished questionnaire was restored.",
  clearDraft: "Clear draft",
  previous: "Previous",
  next: "Next",
  submit: "Submit Questionnaire",
  submitting: "Submitting...",
  emailInvalid: "Please enter a valid email address",
  phoneInvalid: "Please enter a valid 10-digit phone number",
  tooLong: (limit: number) => `Please use at most ${limit.toLocaleString("en-US")} characters`,
} as const;

const REASONS: Record<string, string> = {
  "permission-denied": "Permission denied",
  unavailable: "The server cannot be reached right now",
};

/** Specification 8; `code` is the failure's, the words are safe to show. */
export function submitFailureText(code: string): string {
  return `There was an error submitting your questionnaire: ${REASONS[code] ?? "Something went wrong"}. Please try again or contact us directly.`;
}
