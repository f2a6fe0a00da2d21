import type { OxlintConfig } from "oxlint";

interface Pattern {
  regex?: string;
  group?: string[];
  message: string;
}

/** A wall: what files may not import. Of several walls for a file the last one stands alone. */
const wall = (files: string[], ...patterns: Pattern[]) => ({
  files,
  rules: { "eslint/no-restricted-imports": ["error" as const, { patterns }] as ["error", object] },
});

const OUTSIDE_APP: Pattern = {
  regex:
    "(?:^lakelet|^stand-ins|/packages/|/studio/|/server/|/(?:scripts|tests|dev|seed|bench)/|\\.\\./routes/|\\.\\./(?:services|jobs|commands)\\.server)",
  message:
    "app/ does not know packages/, server/, studio/ or what stands beside the product, and nobody imports routes/ or the root of the program.",
};
/** What most rooms stand on. */
const GROUND = ["model", "platform"];
const FORM = [...GROUND, "ui", "content", "submissions", "email"];

/**
 * The rooms of app/, and which others each may import; docs/architecture.md draws them. A folder without a row may import none
 * (walls.test.ts asks for its row). Tests may import all.
 */
const ROOMS: Record<string, string[]> = {
  model: [],
  platform: [],
  ui: GROUND,
  content: GROUND,
  files: GROUND,
  submissions: [...GROUND, "content", "files"],
  email: [...GROUND, "content", "submissions"],
  "forms/contact": FORM,
  "forms/newsletter": FORM,
  "forms/questionnaire": [...FORM, "files"],
  "contracts/store": [...GROUND, "submissions"],
  "contracts/payment": [...GROUND, "submissions", "contracts/store"],
  "contracts/billing": [...FORM, "contracts/payment", "contracts/store"],
  "contracts/order": [...FORM, "contracts/billing", "contracts/payment", "contracts/store"],
  "contracts/offer": [...FORM, "contracts/order", "contracts/billing", "contracts/store"],
  auth: [...GROUND, "ui", "content", "email"],
  site: [...GROUND, "ui", "content"],
  pages: [...GROUND, "ui", "content", "site", "forms/contact", "forms/newsletter"],
  admin: [
    ...FORM,
    "files",
    "auth",
    "forms/contact",
    "forms/newsletter",
    "contracts/order",
    "contracts/billing",
    "contracts/store",
  ],
};

/** Matches imports of rooms by a path that begins with `start`, a regular expression. */
const importsOf = (start: string, rooms: string[]): string => `${start}(?:${rooms.join("|")})/`;

/** The walls of the rooms: a room's files may import their own room and those of its row. */
const ROOM_WALLS = [
  wall(
    ["app/*/**"],
    {
      regex: importsOf("^(?:\\.\\./)+", Object.keys(ROOMS)),
      message: "A new room has a row in ROOMS first.",
    },
    OUTSIDE_APP,
  ),
  wall(["app/routes/**"], OUTSIDE_APP),
  ...Object.entries(ROOMS).map(([room, allowed]) => {
    const [house = "", name] = room.split("/");
    const others = Object.keys(ROOMS).filter((other) => other !== room && !allowed.includes(other));
    // rooms of one house, such as forms/, import each other without naming it
    const beside = others.flatMap((other) =>
      name && other.startsWith(`${house}/`) ? [other.slice(house.length + 1)] : [],
    );
    const message = `${room}/ may import ${allowed.join(", ") || "nothing of ours"}.`;
    return wall(
      [`app/${room}/**`],
      { regex: importsOf("^(?:\\.\\./)+", [...others, ...beside]), message },
      OUTSIDE_APP,
    );
  }),
  // its folders have the names of rooms
  wall(["app/model/*"], { regex: "^\\.\\./", message: "model/ imports nothing of ours." }),
  wall(["app/model/*/**"], { regex: "^\\.\\./\\.\\./", message: "model/ imports nothing of ours." }),
];

const LAKELET_INSIDE: Pattern = {
  regex: "(?:^|/)(?:packages/)?lakelet/(?:src|bin|test|bench|scripts)/",
  message: "lakelet is known by its exports alone: lakelet, lakelet/node, lakelet/testing …",
};
const STAND_INS_INSIDE: Pattern = {
  regex: "/packages/stand-ins/|^stand-ins/.*\\.ts$",
  message: "The stand-ins are known by their exports alone: stand-ins/stripe, stand-ins/google …",
};
const BUT_ROOTS: Pattern = {
  group: [
    "**/app/**",
    "!**/app/model/**",
    "!**/app/platform/**",
    "!**/app/commands.server.ts",
    "!**/app/services.server.ts",
  ],
  message: "Commands know the site by app/model/, app/platform/ and its roots.",
};
const SERVER: Pattern[] = [
  {
    regex: importsOf("/app/", ["routes", ...Object.keys(ROOMS).filter((room) => !GROUND.includes(room))]),
    message: "server/ knows the built app as one request handler.",
  },
  {
    regex: "^stand-ins|/(?:scripts|tests|dev|studio|bench|packages)/",
    message: "Nothing that runs in production imports scripts/, tests/ or dev/.",
  },
];
const WALLS = [
  ...ROOM_WALLS,
  // the Studio has its own React 19: it takes what imports nothing
  wall(
    ["studio/**"],
    { group: ["**/app/**", "!**/app/model/**"], message: "studio/ imports app/model/." },
    {
      regex:
        "^(?:\\.\\./)+(?:server|scripts|tests|dev|seed|bench|packages)/|^stand-ins|(?:^|/)lakelet/(?:src|bin|test|bench|scripts)/",
      message: "studio/ imports app/model/, and lakelet by its exports.",
    },
  ),
  wall(["server/**"], ...SERVER),
  wall(
    ["server/page-cache/**"],
    { regex: "^\\.\\./[^.]", message: "The page cache knows nothing of the server around it." },
    ...SERVER,
  ),
  wall(
    ["scripts/**"],
    LAKELET_INSIDE,
    {
      regex: "^stand-ins|/stand-ins/",
      message: "Nothing that runs in production imports the stand-ins.",
    },
    BUT_ROOTS,
  ),
  wall(["dev/**", "bench/**"], LAKELET_INSIDE, STAND_INS_INSIDE, BUT_ROOTS),
  // tests use the stand-ins and the helpers of tests/
  wall(["**/*.test.ts", "**/*.test.tsx", "seed/**", "tests/**"], LAKELET_INSIDE, STAND_INS_INSIDE),
  wall(["packages/lakelet/**"], {
    regex: "^(?:\\.\\./){3,}|(?:^|/)stand-ins(?:/|$)",
    message: "lakelet is usable without this site: nothing of it leaves its folder.",
  }),
  wall(["packages/stand-ins/**"], {
    regex: "^(?:\\.\\./){2,}|^lakelet",
    message: "The stand-ins are usable without this site: nothing of them leaves their folder.",
  }),
];

const PRINTS = [
  "scripts/**",
  "dev/**",
  "bench/**",
  "packages/bench-kit/**",
  "packages/lakelet/bench/**",
  "packages/lakelet/bin/**",
  "packages/lakelet/scripts/**",
  "packages/stand-ins/bin/**",
  "server/index.ts",
  "seed/**",
  "tests/support/vitest-setup.ts",
];

export default {
  plugins: ["eslint", "typescript", "unicorn", "oxc", "react", "jsx-a11y", "import", "vitest"],
  categories: {
    correctness: "error",
    suspicious: "error",
    perf: "error",
  },
  env: {
    builtin: true,
    es2024: true,
    browser: true,
    node: true,
  },
  settings: {
    react: {
      formComponents: ["Form"],
      linkComponents: ["Link", "NavLink"],
    },
  },
  rules: {
    "eslint/max-lines": [
      "error",
      {
        max: 300,
      },
    ],
    "eslint/no-console": "error",
    "eslint/eqeqeq": "error",
    // one after another is often the point: a step of a walk, a retry, a batch
    "eslint/no-await-in-loop": "off",
    // a short name in a small inner function reads better than a second word for the same thing
    "eslint/no-shadow": "off",
    // types included: a file and the one that it imports are never the same subject twice
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-unassigned-import": [
      "error",
      {
        allow: ["**/*.css"],
      },
    ],
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    // the automatic JSX runtime
    "react/react-in-jsx-scope": "off",
    // a helper stands where it is used
    "unicorn/consistent-function-scoping": "off",
    // Sanity's own fields: _id, _type, _rev
    "eslint/no-underscore-dangle": "off",
    // objects are not changed in place; none of these maps is long
    "oxc/no-map-spread": "off",
    // `export {}` makes a file of types a module
    "unicorn/require-module-specifiers": "off",
    // packages that export both ways
    "import/no-named-as-default": "off",
    // packages that export both ways
    "import/no-named-as-default-member": "off",
    // sorts arrays that were made for it in the same expression
    "unicorn/no-array-sort": "off",
    // roles of live regions and groups that no element has where they stand
    "jsx-a11y/prefer-tag-over-role": "off",
    // inferred
    "vitest/require-mock-type-parameters": "off",
    // the server's page is the same for everyone; what this browser knows is filled in after hydration
    "react/set-state-in-effect": "off",
    // as react/set-state-in-effect: read after hydration, never while rendering on the server
    "react/purity": "off",
    // react-hooks/exhaustive-deps is the one that is kept
    "react/exhaustive-effect-dependencies": "off",
    // table-driven tests: what is expected hangs on the row
    "vitest/no-conditional-expect": "off",
    // fixtures and helpers that expect, called by tests
    "vitest/no-standalone-expect": "off",
    // forms and regions listen for what bubbles up from their controls
    "jsx-a11y/no-noninteractive-element-interactions": "off",
  },
  overrides: [{ files: PRINTS, rules: { "eslint/no-console": "off" } }, ...WALLS],
  ignorePatterns: ["build", "studio/dist", "app/content/sanity.types.ts"],
} satisfies OxlintConfig;
