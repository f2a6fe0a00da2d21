const testimonials: [quote: string, name: string, role: string, company: string][] = [
  [
    "They asked what we would stop doing once the site was live. Nobody had ever asked us that, and it decided the whole project.",
    "Ingrid Solheim",
    "Chief Operating Officer",
    "Kestrel Ferries",
  ],
  [
    "The report was nine pages, it recommended the cheaper option, and two years later it is still right.",
    "Marcus Adeyemi",
    "Head of Finance",
    "Bowery Provisions",
  ],
  [
    "Our nurses trust the predictions because they can see the reason. That was not on our list of requirements. It was on theirs.",
    "Dr. Priya Raman",
    "Medical Director",
    "Alder Street Clinics",
  ],
  [
    "On moving day I had my telephone in my hand from six in the morning. It did not ring.",
    "Helen Castellano",
    "Director of Operations",
    "Union Square Credit Union",
  ],
  [
    "We have edited every page ourselves since launch. I have not sent them one email about a comma.",
    "Jonah Feld",
    "Communications Lead",
    "Larkspur Residential",
  ],
];

export const testimonialDocuments = testimonials.map(([quote, name, role, company], index) => ({
  _id: `testimonial-${index + 1}`,
  _type: "testimonial",
  quote,
  name,
  role,
  company,
  order: index + 1,
}));

interface Statistic {
  id: string;
  value: number;
  prefix?: string;
  suffix?: string;
  label: string;
  description: string;
}

const statistics: Statistic[] = [
  {
    id: "revenue",
    value: 23,
    suffix: "×",
    label: "more likely to win customers",
    description:
      "Companies that decide with data against those that do not, as reported in industry surveys.",
  },
  {
    id: "decisions",
    value: 5,
    suffix: "×",
    label: "faster decisions",
    description: "When the figures for a decision are in one place and agreed on.",
  },
  {
    id: "cost",
    value: 30,
    suffix: "%",
    label: "lower running costs",
    description: "Median of our cloud cost reviews in the first year.",
  },
  {
    id: "hours",
    value: 12,
    suffix: " h",
    label: "saved per person each month",
    description: "Reporting work that runs by itself after an analytics project.",
  },
  { id: "projects", value: 64, label: "projects delivered", description: "Since 2016, for 41 clients." },
  {
    id: "returning",
    value: 83,
    suffix: "%",
    label: "of clients come back",
    description: "For a second project within two years.",
  },
  {
    id: "uptime",
    value: 99.98,
    suffix: "%",
    label: "availability",
    description: "Across the sites we maintain, over the last twelve months.",
  },
  {
    id: "years",
    value: 10,
    label: "years in New York",
    description: "Same people, same floor, one larger coffee machine.",
  },
];

export const statisticDocuments = statistics.map(({ id, ...statistic }, index) => ({
  _id: `statistic-${id}`,
  _type: "statistic",
  ...statistic,
  order: index + 1,
}));
