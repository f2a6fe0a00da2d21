/**
 * What sign-in and account say when something is wrong (docs/specification.md, section 8; docs/decisions.md, Sign-in state,
 * Messages and failure). Their other texts are in app/model/texts/.
 */
export const AUTH_ERRORS = {
  summary: "Please check these fields:",
  emailRequired: "Email is required",
  emailInvalid: "Please enter a valid email address",
  passwordRequired: "Password is required",
  codeRequired: "Code is required",
  repeatedDiffers: "The passwords do not match.",
  throttled: (wait: string) => `Too many attempts. Please try again in ${wait}.`,
  throttledForAWhile: "Too many attempts. Please try again in a few minutes.",
  busy: "We're very busy right now. Please try again in a moment.",
  refused: "Failed to sign in. Please check your credentials.",
  googleFailed: "Failed to sign in with Google.",
  googleBlocked: "Your browser blocked the Google window.",
  network: "Network error. Please check your connection and try again.",
  broken: "Something went wrong. Please try again later.",
  wrongPassword: "The password is not correct.",
  wrongCode: "This code is not correct. Please enter the code that the app shows now.",
  wrongOrUsedCode: "This code is wrong or was used already. Please enter the code that the app shows now.",
  wrongOrUsedRecoveryCode: "This recovery code is wrong or was used already. Please enter another one.",
  setupExpired: "That took more than 15 minutes. Please start again.",
  conflict: "Your account was changed in another window. Please try again.",
  accountUnavailable: "We can't reach your account right now. Please try again in a moment.",
} as const;
