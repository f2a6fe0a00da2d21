import { defineTexts } from "../model/texts.ts";
import { MENU_WORDS } from "./menu-words.ts";

const { words } = MENU_WORDS;

const MENU = "Menu of signed-in people";
const SESSIONS = "Other browsers";
const PASSWORD = "Password";
const FACTOR = "Two-step sign-in";
const SET_UP = "Two-step sign-in: set-up";

/** The account page and the menu that leads to it. Errors are in messages.ts. */
export const ACCOUNT = defineTexts({
  type: MENU_WORDS.type,
  title: "Account",
  path: "/account",
  texts: {
    title: { label: "Heading", text: "Your account", max: 80 },
    signedInAs: {
      label: "Opening sentence",
      text: "Signed in as {email}.",
      max: 300,
      placeholders: ["email"],
    },
    dashboard: { label: "Link to the dashboard", text: words.dashboard, max: 40, part: MENU },
    studio: { label: "Link to the Studio", text: words.studio, max: 40, part: MENU },
    account: { label: "Link to the account", text: words.account, max: 40, part: MENU },
    signOut: { label: "Button: sign out", text: words.signOut, max: 40, part: MENU },
    passwordHeading: { label: "Heading", text: "Password", max: 80, part: PASSWORD },
    passwordIntro: {
      label: "Text",
      text: "Changing your password signs out all other browsers.",
      max: 300,
      part: PASSWORD,
    },
    currentPassword: { label: "Label: current password", text: "Current password", max: 80, part: PASSWORD },
    changePassword: { label: "Button", text: "Change password", max: 40, part: PASSWORD },
    passwordChanged: {
      label: "Afterwards",
      text: "Your password has been changed. All other browsers have been signed out.",
      max: 300,
      part: PASSWORD,
    },
    google: {
      label: "For people who signed in with Google",
      text: "You signed in with Google. Manage your password and second factor in your Google account.",
      max: 300,
      part: PASSWORD,
    },
    factorHeading: { label: "Heading", text: "Two-step sign-in", max: 80, part: FACTOR },
    factorOff: {
      label: "Text while it is off",
      text: "Off. Turn it on to also require a code from an app on your phone when you sign in.",
      max: 300,
      part: FACTOR,
    },
    turnOn: { label: "Button: turn on", text: "Turn on", max: 40, part: FACTOR },
    turnedOn: { label: "After turning it on", text: "Two-step sign-in is on.", part: FACTOR },
    factorOn: {
      label: "Text while it is on",
      text: "On. You have {codes} left.",
      max: 300,
      placeholders: ["codes"],
      part: FACTOR,
    },
    newCodes: {
      label: "New codes: heading and button",
      text: "Get new recovery codes",
      max: 60,
      part: FACTOR,
    },
    newCodesIntro: { label: "New codes: text", text: "Your old codes will stop working.", part: FACTOR },
    turnOffHeading: { label: "Turn off: heading", text: "Turn two-step sign-in off", max: 80, part: FACTOR },
    turnOff: { label: "Turn off: button", text: "Turn off", max: 40, part: FACTOR },
    turnedOff: { label: "After turning it off", text: "Two-step sign-in is off.", part: FACTOR },
    scanHeading: {
      label: "Code to scan: heading",
      text: "Add this site to your authenticator app",
      max: 80,
      part: SET_UP,
    },
    scan: {
      label: "Code to scan: text",
      text: "Scan the QR code with the app, then enter the code that the app shows.",
      max: 300,
      part: SET_UP,
    },
    qrLabel: {
      label: "Code to scan, for those who do not see it",
      text: "QR code for your authenticator app",
      part: SET_UP,
    },
    typeKey: { label: "Key to type", text: "No camera? Type this key into the app:", part: SET_UP },
    openApp: { label: "Link to the app", text: "Open the app on this device", max: 80, part: SET_UP },
    confirm: { label: "Button", text: "Confirm code", max: 40, part: SET_UP },
    codesHeading: {
      label: "Recovery codes: heading",
      text: "Save your recovery codes",
      max: 80,
      part: SET_UP,
    },
    codesIntro: {
      label: "Recovery codes: text",
      text: "Each code signs you in once when you don't have your phone. Store them with your passwords; they will not be shown again.",
      max: 300,
      part: SET_UP,
    },
    codesSaved: { label: "Recovery codes: button", text: "I have saved them", max: 40, part: SET_UP },
    sessionsHeading: { label: "Heading", text: "Other browsers", max: 80, part: SESSIONS },
    sessionsIntro: {
      label: "Text",
      text: "Signs you out in every browser but this one. Use it after you signed in on a shared computer.",
      max: 300,
      part: SESSIONS,
    },
    signOutElsewhere: { label: "Button", text: "Sign out elsewhere", max: 40, part: SESSIONS },
    signedOutElsewhere: {
      label: "Afterwards",
      text: "All other browsers have been signed out.",
      max: 300,
      part: SESSIONS,
    },
  },
});
