import { NO_YES, asShown, type Question, type Step } from "../question.ts";

const ADDRESS = "Business address";
const YOU = "Your contact details";

const address: readonly Question[] = [
  {
    name: "contactPage.streetAddress",
    label: "Street address",
    kind: "line",
    required: "Street address is required",
    autoComplete: "address-line1",
    part: ADDRESS,
  },
  { name: "contactPage.suite", label: "Suite", kind: "line", autoComplete: "address-line2", part: ADDRESS },
  {
    name: "contactPage.city",
    label: "City",
    kind: "line",
    required: "City is required",
    autoComplete: "address-level2",
    part: ADDRESS,
    narrow: true,
  },
  {
    name: "contactPage.state",
    label: "State",
    kind: "line",
    required: "State is required",
    autoComplete: "address-level1",
    part: ADDRESS,
    narrow: true,
  },
  {
    name: "contactPage.zipCode",
    label: "ZIP code",
    kind: "line",
    required: "ZIP code is required",
    autoComplete: "postal-code",
    part: ADDRESS,
    narrow: true,
  },
  {
    name: "contactPage.displayAddress",
    label: "Display the address on the website",
    kind: "select",
    choices: [
      { value: "", label: "Not decided yet" },
      { value: "full", label: "Full address" },
      { value: "partial", label: "City and state only" },
      { value: "no", label: "Do not display it" },
    ],
    part: ADDRESS,
  },
];

const you: readonly Question[] = [
  {
    name: "contactInfo.name",
    label: "Your name",
    kind: "line",
    required: "Name is required",
    autoComplete: "name",
    part: YOU,
  },
  {
    name: "contactInfo.email",
    label: "Your email",
    kind: "email",
    required: "Email is required",
    autoComplete: "email",
    part: YOU,
  },
  {
    name: "contactInfo.phone",
    label: "Your phone",
    kind: "phone",
    required: "Phone number is required",
    hint: "10 digits, for example (212) 555-0142",
    autoComplete: "tel-national",
    part: YOU,
  },
];

export const contactPage: Step = {
  title: "Contact Page & Design Preferences",
  questions: [
    {
      name: "contactPage.contactFormFields",
      label: "Fields of the contact form",
      kind: "checkboxes",
      hint: "What your visitors are asked for.",
      choices: asShown("Name", "Email", "Phone", "Company", "Message", "Service Interest", "Budget Range"),
    },
    {
      name: "contactPage.businessHours",
      label: "Business hours",
      kind: "text",
      hint: "For example: Monday to Friday, 9 am to 5 pm.",
    },
    { name: "contactPage.mapPreference", label: "Show a map?", kind: "radio", choices: NO_YES },
    ...address,
    ...you,
  ],
};
