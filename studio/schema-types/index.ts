import { author, post } from "./collections/blog.ts";
import { coupon } from "./collections/coupon.ts";
import { orderService } from "./collections/order-service.ts";
import { pageService } from "./collections/page-service.ts";
import { project } from "./collections/project.ts";
import { statistic, testimonial } from "./collections/voices.ts";
import { objectTypes } from "./objects/index.ts";
import { sectionTypes } from "./objects/sections.ts";
import { aboutPage } from "./pages/about-page.ts";
import { homePage } from "./pages/home-page.ts";
import { legalPage } from "./pages/legal-page.ts";
import { look } from "./pages/look.ts";
import { pageIntro } from "./pages/page-intro.ts";
import { page } from "./pages/page.ts";
import { paymentSettings } from "./pages/payment-settings.ts";
import { redirects } from "./pages/redirects.ts";
import { siteSettings } from "./pages/site-settings.ts";
import { textTypes } from "./pages/texts.ts";
import { adminContract, contract } from "./submissions/contract.ts";
import { contactSubmission, newsletterSubscriber } from "./submissions/messages.ts";
import { clientQuestionnaire } from "./submissions/questionnaire.ts";
import { invoice, invoiceCounter, statusChange, storedFile } from "./submissions/records.ts";

/** All document and object types of the site. */
export const schemaTypes = [
  siteSettings,
  paymentSettings,
  look,
  redirects,
  homePage,
  aboutPage,
  pageIntro,
  page,
  pageService,
  orderService,
  coupon,
  project,
  testimonial,
  statistic,
  legalPage,
  ...textTypes,
  post,
  author,
  clientQuestionnaire,
  contract,
  adminContract,
  invoice,
  invoiceCounter,
  contactSubmission,
  newsletterSubscriber,
  statusChange,
  storedFile,
  ...objectTypes,
  ...sectionTypes,
];
