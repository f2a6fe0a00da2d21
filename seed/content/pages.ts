import { image, keyed, references, seo } from "../build-helpers.ts";
import { portableText } from "../portable-text.ts";

const cta = (label: string, href: string) => ({ _type: "cta", label, href });

const home = {
  _id: "homePage",
  _type: "homePage",
  headline: "Technology that carries your business further",
  subheadline:
    "We build websites, data platforms and machine learning for companies that would rather be certain than impressed.",
  primaryCta: cta("Start a project", "/get-started"),
  secondaryCta: cta("See our work", "/portfolio"),
  servicesHeading: "Five things we do well",
  servicesIntro:
    "Each is led by someone who has done it for at least ten years, and who stays on your project until it is finished.",
  projectsHeading: "Work that is still in use",
  projectsIntro: "We measure a project by what it does two years later. These four are doing it.",
  featuredProjects: references(
    "project-ferry-timetables",
    "project-clinic-no-shows",
    "project-wholesale-numbers",
    "project-archive-search",
  ),
  testimonialsHeading: "What clients say afterwards",
  testimonials: references(
    "testimonial-1",
    "testimonial-2",
    "testimonial-3",
    "testimonial-4",
    "testimonial-5",
  ),
  statisticsHeading: "What good data is worth",
  statisticsIntro: "The case for data is made in numbers, so here they are.",
  statistics: references("statistic-revenue", "statistic-decisions", "statistic-cost", "statistic-hours"),
  closing: {
    heading: "Tell us what is in the way",
    text: "A first conversation takes half an hour and costs nothing. You will leave it with an honest opinion, whether or not you work with us.",
    cta: cta("Get started", "/get-started"),
  },
  seo: seo(
    "Harborlight: technology consulting in New York",
    "Websites, data analytics, machine learning and cloud from a small senior team in New York. Fixed prices, measured results.",
  ),
};

const about = {
  _id: "aboutPage",
  _type: "aboutPage",
  heading: "A small firm, on purpose",
  intro:
    "Four partners, no account managers, and a waiting list we try to keep short. You speak with the people who do the work.",
  story: portableText(
    "Harborlight began in 2016 with a borrowed desk near the ferry terminal and one client, who is still a client. We had all worked in large consultancies and had all written reports that nobody opened.",
    "So we made three rules. Whoever sells the work does the work. Every project has one number it is meant to change. And everything we make belongs to the client from the first day, including the parts we are proud of.",
    "Ten years later we are four partners and a handful of colleagues we would trust with our own business. We take on about six projects at a time. When we are full we say so, and suggest somebody good.",
  ),
  mission:
    "To give small and mid-sized companies technology that is as dependable as the people who run them.",
  image: image("about.png", "A lighthouse above the lines of a harbour chart at dusk"),
  values: keyed([
    { title: "Plain words", text: "If we cannot explain it in a paragraph, we do not understand it yet." },
    {
      title: "One number",
      text: "Each project names the figure it should change, and we report it afterwards, good or bad.",
    },
    {
      title: "Nothing to escape from",
      text: "Your code, your content, your accounts. Leaving us takes one email.",
    },
    {
      title: "Boring where it counts",
      text: "Backups, access, accessibility and privacy are not extras. They are in every price.",
    },
  ]),
  team: keyed([
    {
      name: "Nora Whitlock",
      role: "Partner, design and web",
      bio: "Built newsroom sites before she built everything else. Measures pages in kilobytes and sentences in breaths.",
      photo: image("team-nora.png", "Portrait illustration of Nora Whitlock"),
    },
    {
      name: "Daniel Okafor",
      role: "Partner, data",
      bio: "A statistician who has closed more dashboards than he has opened. Will ask what you decide with it.",
      photo: image("team-daniel.png", "Portrait illustration of Daniel Okafor"),
    },
    {
      name: "Mei-Lin Zhao",
      role: "Partner, machine learning",
      bio: "Spent a decade on forecasting for hospitals and ports. Prefers the model that can be explained.",
      photo: image("team-mei-lin.png", "Portrait illustration of Mei-Lin Zhao"),
    },
    {
      name: "Tomás Herrera",
      role: "Partner, cloud and security",
      bio: "Has restored more backups than most people have made. Writes runbooks that read like letters.",
      photo: image("team-tomas.png", "Portrait illustration of Tomás Herrera"),
    },
  ]),
  statistics: references("statistic-projects", "statistic-returning", "statistic-uptime", "statistic-years"),
  seo: seo(
    "About us: a small firm, on purpose",
    "Four partners who do the work they sell. How Harborlight started, what we believe, and who you will speak with.",
  ),
};

type Intro = [
  page: string,
  eyebrow: string,
  heading: string,
  intro: string,
  title: string,
  description: string,
];

const intros: Intro[] = [
  [
    "services",
    "Services",
    "What we can take off your desk",
    "Five services, each with a person who answers for it. Most projects need two of them.",
    "Services: web, data, machine learning, cloud",
    "Web development, data analytics, machine learning, consulting and cloud solutions from one senior team in New York.",
  ],
  [
    "portfolio",
    "Portfolio",
    "Six projects and what they changed",
    "Every project here has a number it was meant to move. We asked the clients what happened to it.",
    "Portfolio: six projects and their results",
    "Ferries, clinics, wholesalers and a credit union: six projects, what we built and what changed.",
  ],
  [
    "blog",
    "Blog",
    "Notes from the work",
    "What we learn on projects, written down for people who run companies rather than for people who run servers.",
    "Blog: notes from the work",
    "Short, practical articles on websites, data and technology decisions for people who run companies.",
  ],
  [
    "contact",
    "Contact",
    "Write to a person",
    "Your message reaches one of the four partners, who answers within one working day.",
    "Contact Harborlight in New York",
    "Send a message, call or visit us at 48 Front Street in New York. A partner answers within one working day.",
  ],
  [
    "get-started",
    "Get started",
    "Three ways to begin",
    "Choose the door that fits. Each of them ends with a person reading what you wrote.",
    "Get started with Harborlight",
    "Describe your project, order services at fixed prices, or simply ask a question. Three ways to begin.",
  ],
  [
    "questionnaire",
    "In five steps",
    "Project Questionnaire",
    "Help us understand your vision",
    "Project questionnaire",
    "Tell us about the website you have in mind in five short steps. Save your draft and return at any time.",
  ],
  [
    "contract",
    "Service order",
    "Order services",
    "Choose what you need at fixed prices, pay by card or ask for an invoice. Totals and discounts update as you choose.",
    "Order services at fixed prices",
    "Choose from ten services at fixed prices and pay by card or invoice. Totals and discounts are shown as you choose.",
  ],
];

const pageIntros = intros.map(([page, eyebrow, heading, intro, title, description]) => ({
  _id: `pageIntro-${page}`,
  _type: "pageIntro",
  page,
  eyebrow,
  heading,
  intro,
  seo: seo(title, description),
}));

export const pageDocuments = [home, about, ...pageIntros];
