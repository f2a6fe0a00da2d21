import { image, seo, slug } from "../build-helpers.ts";
import { portableText, type Block } from "../portable-text.ts";

export const authorDocuments = [
  {
    _id: "author-nora-whitlock",
    _type: "author",
    name: "Nora Whitlock",
    slug: slug("nora-whitlock"),
    role: "Partner, design and web",
    bio: "Nora builds websites that are measured in kilobytes and sentences that are measured in breaths.",
    image: image("team-nora.png", "Portrait illustration of Nora Whitlock"),
  },
  {
    _id: "author-daniel-okafor",
    _type: "author",
    name: "Daniel Okafor",
    slug: slug("daniel-okafor"),
    role: "Partner, data",
    bio: "Daniel is a statistician who has closed more dashboards than he has opened.",
    image: image("team-daniel.png", "Portrait illustration of Daniel Okafor"),
  },
];

interface Post {
  slug: string;
  title: string;
  excerpt: string;
  author: string;
  publishedAt: string;
  tags: string[];
  alt: string;
  body: (string | Block)[];
}

const posts: Post[] = [
  {
    slug: "the-monday-question",
    title: "Build the dashboard for Monday, not for everything",
    excerpt:
      "Most dashboards die within a quarter. The ones that live answer a single question that somebody has to answer every week.",
    author: "author-daniel-okafor",
    publishedAt: "2026-10-27T13:00:00Z",
    tags: ["Data", "Decisions"],
    alt: "One bar of a chart stands out among many faint ones",
    body: [
      "Every company we visit has a graveyard of dashboards. They were built with care, shown with pride, and opened for the last time about eleven weeks later. Nobody decided to stop using them. They were simply never needed on any particular day.",
      "The ones that survive have something in common, and it is not the tool. Somebody has to make a decision on a certain day, and the dashboard is the quickest way to make it well.",
      "## Start from a decision, not from data",
      "When we are asked for a dashboard, we ask for a meeting instead: the one in which it will be used. Who is in the room? What do they leave having decided? What would they have decided without it?",
      "At a food wholesaler we worked with, that meeting was Monday at half past seven. Three people decide how much to buy for the week. They need four figures, and one of them had never been written down anywhere. It lived in the head of a buyer called Sam.",
      "> If nobody would do anything differently after reading a number, it does not belong on the first screen.",
      "So the first version had four numbers and a list of eleven products. It took eight days. It has been opened every Monday since, including the Monday after Thanksgiving.",
      {
        ...image("post-monday-inline.png", "Four tiles with figures above a short list"),
        caption:
          "The first version: four figures and a list. Everything else came later, when somebody asked twice.",
      },
      "## Write down what the words mean",
      "The hardest part was not the pipeline. It was the word *margin*. Purchasing meant one thing by it, finance another, and the warehouse had a third meaning that turned out to be the useful one.",
      "We now begin every analytics project with a page of definitions. Each has an owner, who may change it, and a date, so that you can see when it changed. It is the least exciting thing we deliver and the one clients keep longest.",
      "- **A name** that people already use in conversation.",
      "- **A sentence** that says what is counted and what is not.",
      "- **An owner** who decides when there is doubt.",
      "- **A source**, so that anyone can check.",
      "## Let it be asked for twice",
      "Once a dashboard is useful, everyone wants something on it. We keep a rule: a figure is added when it has been asked for twice by someone who then used it. That sounds strict. In practice it means that the second request usually does not come, and the screen stays readable.",
      "## How to tell whether it works",
      "Look at when it is opened, not how often. A dashboard that is opened by the same three people just before the same meeting is doing its work. One that is opened by forty people on the day it is announced, and by nobody in March, has told you something too.",
      "1. Pick one meeting that happens every week.",
      "1. Write down the decision it makes and the figures it needs.",
      "1. Define those figures with the people who argue about them.",
      "1. Build only that. Watch it being used before you add anything.",
      "If you have a graveyard of your own, you do not need another tool. You need a Monday. [Tell us about yours](/contact?service=Data%20Analytics).",
    ],
  },
  {
    slug: "a-website-you-can-leave",
    title: "How to buy a website you can leave",
    excerpt:
      "Ask who owns the domain, the content and the code before you ask about color. A short list for your next contract.",
    author: "author-nora-whitlock",
    publishedAt: "2026-09-15T13:00:00Z",
    tags: ["Websites", "Buying"],
    alt: "An open door in a grid of closed ones",
    body: [
      "The best time to think about leaving your web agency is before you hire it. That sounds ungracious, and we say it about ourselves: a client who can leave easily, and stays, is the only kind worth having.",
      "We are often called by companies that want a new website and cannot have one, because the old one holds them. The domain is registered to a freelancer who moved to Lisbon. The content is in a system that exports nothing. The code is a theme that somebody bought in 2019 with a personal credit card.",
      "## Four things to own",
      "None of this is technical. It is a matter of whose name is on what, and it costs nothing to get right at the start.",
      "- **The domain.** Registered to your company, with a login that two of your people have. This is the one that cannot be rebuilt.",
      "- **The content.** Every text and picture in a system that can export all of it, in a format that another system can read. Ask to see the export. Then ask to see it imported somewhere else.",
      "- **The code.** In a repository that belongs to you from the first day, with a file that says how to run it.",
      "- **The accounts.** Hosting, mail, analytics, payment: each in the company's name, each with a person responsible.",
      "> Ask for the exit before you ask for the design. A good agency will have the answer ready.",
      "## Test it once",
      "An export that has never been imported is a hope, and so is a backup that has never been restored. Two weeks before launch we take an empty machine, follow the instructions in the repository, and see whether the site comes up with all its content. It is an unglamorous afternoon. It has found something every single time.",
      {
        ...image("post-leave-inline.png", "Boxes carried from one shelf to another, each with a label"),
        caption: "Rehearse the move while it is easy: content out, content in, nothing missing.",
      },
      "## What belongs in the contract",
      "Your lawyer will have views, and should. From our side of the table, four sentences cover most of what goes wrong:",
      "1. Everything made for the project belongs to the client on payment, including work in progress.",
      "1. All accounts are opened in the client's name, and access is handed over within two working days of being asked for.",
      "1. The site can be run by another party from the repository and its documentation alone.",
      "1. The ongoing fee can be cancelled at the end of any month.",
      "## And what does not",
      "You do not need to own everything. Fonts, libraries and services are rented by everyone, and that is fine as long as you know the list and the price. Ask for it on one page: what we rent, from whom, what it costs, and what we would do if it went away.",
      "## A small test for any proposal",
      "Read it and count two things: how often it mentions your customers, and how often it mentions the agency's process. Then look for the paragraph about what happens when it is over. If there is none, ask. The answer will tell you more than the portfolio.",
      "We have put ours at the end of our [service order policy](/policy). It is section nine, and it is two sentences long.",
    ],
  },
  {
    slug: "the-smallest-model",
    title: "The smallest model that could possibly work",
    excerpt:
      "Before you train anything, write down the rule of thumb you use today. It is harder to beat than you think.",
    author: "author-daniel-okafor",
    publishedAt: "2026-08-04T13:00:00Z",
    tags: ["Machine learning"],
    alt: "A tangle of lines that resolves into one simple curve",
    body: [
      "A clinic wants to know which patients will miss their appointments. A port wants to know how long a ship will take to unload. A publisher wants to know how many copies to print. All three have asked us for machine learning, and all three already had a model. It was a person, with a rule of thumb.",
      "The first thing we do is to write that rule down.",
      "## Respect the rule of thumb",
      "At the clinic, the rule was: new patients who booked more than three weeks ahead. A receptionist had worked it out over nineteen years. Checked against two years of records, it caught just under half of all missed appointments, which is better than many published models.",
      "That rule became the baseline. Whatever we built had to beat it by enough to be worth running, and *enough* was agreed with the medical director before anyone opened a laptop.",
      "> A model that cannot beat the receptionist should not replace her. A model that can should be shown to her first.",
      "## Go up one step at a time",
      "There is a ladder, and most of the value is on its lower rungs.",
      "1. The rule of thumb, written down and measured.",
      "1. The same rule with better data: the right dates, the duplicates removed.",
      "1. A simple statistical model with a handful of inputs that anyone can list.",
      "1. Something larger, if what it adds is worth what it costs to watch.",
      {
        ...image(
          "post-smallest-inline.png",
          "A staircase of four steps, the gain of each smaller than the last",
        ),
        caption: "Each step costs more than the last and gains less. Stop when the next one is not worth it.",
      },
      "At the clinic we stopped on the third rung. The model has nine inputs, and the screen shows the two that mattered most for each patient. It cut missed appointments by 31 percent against a group that received the old reminders. A larger model would have added perhaps two points more, and nobody could have said why it picked whom.",
      "## Decide beforehand when to stop",
      "Models age. The world they learned from moves on, quietly, and they go on answering with the same confidence. So before launch we agree on three things in writing:",
      "- **What is measured** every month, and by whom.",
      "- **What counts as worse**, as a number.",
      "- **What happens then**: usually, the rule of thumb takes over again until somebody has looked.",
      "## When the answer is no",
      "About a third of our machine learning projects end after two weeks with a recommendation not to build anything. The data does not hold the answer, or the rule of thumb is already as good as it gets, or the decision would be the same either way. Clients are rarely disappointed. Two weeks is a fair price for not spending a year.",
      "If you have a rule of thumb that you suspect could be better, [write it down and send it to us](/contact?service=Machine%20Learning). That is the first day's work done already.",
    ],
  },
];

export const postDocuments = posts.map((post) => ({
  _id: `post-${post.slug}`,
  _type: "post",
  title: post.title,
  slug: slug(post.slug),
  excerpt: post.excerpt,
  body: portableText(...post.body),
  coverImage: image(`post-${post.slug}.png`, post.alt),
  author: { _type: "reference", _ref: post.author },
  publishedAt: post.publishedAt,
  tags: post.tags,
  seo: seo(post.title, post.excerpt),
}));
