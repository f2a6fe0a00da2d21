import { image, keyed, slug } from "../build-helpers.ts";
import { portableText } from "../portable-text.ts";

interface Project {
  slug: string;
  title: string;
  client: string;
  category: string;
  year: number;
  summary: string;
  body: string[];
  technologies: string[];
  results: { value: string; label: string }[];
  alt: string;
  featured: boolean;
}

const projects: Project[] = [
  {
    slug: "ferry-timetables",
    title: "Timetables that hold up in fog",
    client: "Kestrel Ferries",
    category: "Web Development",
    year: 2026,
    summary:
      "A booking site and live timetable for a commuter ferry line, built to stay useful on one bar of signal at the end of a pier.",
    body: [
      "Kestrel carries eleven thousand commuters a day, and most of them look at the timetable on a phone, outdoors, in a hurry. The old site took nine seconds to show it.",
      "We rebuilt timetable, alerts and tickets as one small site that answers from the nearest cache and keeps working offline. Disruptions appear within a second of the control room typing them.",
    ],
    technologies: ["React", "Remix", "Sanity", "Service workers"],
    results: [
      { value: "0.9 s", label: "to a readable timetable on 3G" },
      { value: "38%", label: "fewer calls on foggy mornings" },
      { value: "2.1×", label: "tickets bought on the phone" },
    ],
    alt: "A timetable app on a phone above the contour lines of a harbour",
    featured: true,
  },
  {
    slug: "clinic-no-shows",
    title: "Fewer empty chairs on Monday",
    client: "Alder Street Clinics",
    category: "Machine Learning",
    year: 2025,
    summary:
      "A model that predicts missed appointments across fourteen clinics, and a reminder schedule that acts on it.",
    body: [
      "One appointment in eight was missed, and every one of them was somebody else's waiting time. The clinics already sent reminders; they sent the same one to everybody.",
      "A small, explainable model now picks whom to call, whom to text and whom to leave alone. Staff see why, and may overrule it. It is measured every month against a group that gets the old reminders.",
    ],
    technologies: ["Python", "scikit-learn", "PostgreSQL", "Twilio"],
    results: [
      { value: "31%", label: "fewer missed appointments" },
      { value: "4,200", label: "visits recovered in a year" },
    ],
    alt: "A calendar of appointment slots with the likely gaps marked",
    featured: true,
  },
  {
    slug: "wholesale-numbers",
    title: "One set of numbers for three warehouses",
    client: "Bowery Provisions",
    category: "Data Analytics",
    year: 2025,
    summary:
      "Stock, margin and spoilage from three systems in one place, for a food wholesaler that was closing its books on day nineteen.",
    body: [
      "Three warehouses, three stock systems, and a monthly meeting spent arguing about which export was right. We started by writing down what *margin* means and having the owners sign it.",
      "Behind the dashboards is a warehouse of modest size that anyone who knows SQL can maintain. The finance team has added six reports since we left.",
    ],
    technologies: ["dbt", "PostgreSQL", "Metabase"],
    results: [
      { value: "Day 4", label: "books closed, down from day 19" },
      { value: "12%", label: "less spoilage in six months" },
    ],
    alt: "A dashboard with bars, a trend line and three tiles",
    featured: true,
  },
  {
    slug: "archive-search",
    title: "A hundred years of drawings, findable",
    client: "Marlowe & Hart Architects",
    category: "Machine Learning",
    year: 2024,
    summary:
      "Search across 240,000 scanned drawings by address, by architect or by sketching what you remember.",
    body: [
      "The practice had scanned its archive and could find nothing in it. File names were the numbers of drawers in a building they had moved out of in 1987.",
      "We read the title blocks, matched them with city records, and gave the drawings an index that corrects itself whenever an archivist does.",
    ],
    technologies: ["OCR", "Vector search", "TypeScript"],
    results: [
      { value: "240k", label: "drawings indexed" },
      { value: "20 s", label: "to find one, from half a day" },
    ],
    alt: "Thin-line floor plans in a grid, one of them highlighted",
    featured: true,
  },
  {
    slug: "tenant-portal",
    title: "The front desk that never closes",
    client: "Larkspur Residential",
    category: "Web Development",
    year: 2024,
    summary: "A tenant portal for repairs, documents and rent in four languages, for 3,600 apartments.",
    body: [
      "Repairs were reported by telephone, in English, during office hours. Most tenants had two of the three at best.",
      "The portal takes a photograph, a sentence and a time. It works without an app, without a password to forget, and with a screen reader.",
    ],
    technologies: ["Remix", "PostgreSQL", "Stripe"],
    results: [
      { value: "71%", label: "of repairs reported online" },
      { value: "2.4 days", label: "to repair, from 6.1" },
    ],
    alt: "A list of repair requests beside a building's facade",
    featured: false,
  },
  {
    slug: "quiet-migration",
    title: "A migration nobody noticed",
    client: "Union Square Credit Union",
    category: "Cloud Solutions",
    year: 2023,
    summary:
      "Forty-one services out of a leased data center in five months, with no outage that a member could see.",
    body: [
      "The lease ended in June and the last person who knew the network had retired. We spent the first month only drawing what was there.",
      "Each service moved on a Tuesday morning, with its way back rehearsed the week before. Two of them used it. Members saw nothing.",
    ],
    technologies: ["Terraform", "Kubernetes", "PostgreSQL"],
    results: [
      { value: "0", label: "minutes of unplanned downtime" },
      { value: "34%", label: "lower monthly cost" },
    ],
    alt: "Blocks moving from one stack to another along a dotted line",
    featured: false,
  },
];

export const projectDocuments = projects.map((project, index) => ({
  _id: `project-${project.slug}`,
  _type: "project",
  title: project.title,
  slug: slug(project.slug),
  client: project.client,
  category: project.category,
  year: project.year,
  summary: project.summary,
  description: portableText(...project.body),
  technologies: project.technologies,
  results: keyed(project.results),
  image: image(`project-${project.slug}.png`, project.alt),
  order: index + 1,
  featured: project.featured,
}));
