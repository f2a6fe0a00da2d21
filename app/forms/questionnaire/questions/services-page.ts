import { NO_YES, type Step } from "../question.ts";

export const servicesPage: Step = {
  title: "Services Page Details",
  questions: [
    {
      name: "servicesPage.servicesList",
      label: "List of services",
      kind: "text",
      required: "List of services is required",
      hint: "One service a line, with a few words on each.",
    },
    {
      name: "servicesPage.servicePricing",
      label: "Show prices on the page?",
      kind: "radio",
      choices: [...NO_YES, { value: "contact", label: "Contact for Pricing" }],
    },
    {
      name: "servicesPage.processDescription",
      label: "Process description",
      kind: "text",
      hint: "How working with you goes, from the first call to the result.",
    },
  ],
};
