import { ColorWheelIcon } from "@sanity/icons/ColorWheel";
import { createElement } from "react";
import {
  defineArrayMember,
  defineField,
  defineType,
  type ArrayOfObjectsInputProps,
  type StringInputProps,
} from "sanity";
import { accentProblem, type Theme } from "../../../app/model/accent.ts";
import {
  FONTS,
  LOGO_SIZES,
  MAX_ANNOUNCEMENT,
  MAX_FOOTER,
  MAX_NAVIGATION,
  type SiteLink,
} from "../../../app/model/look.ts";
import { MAIN_LINKS } from "../../../app/model/page-list.ts";
import { AccentInput } from "../../look/accent-input.tsx";
import { LinkListInput } from "../../look/link-list-input.tsx";
import { warnDarkLogo, type LogoValue } from "../../look/logo-rules.ts";
import { choiceField, inGroup, switchField, warnUnpublished } from "../fields.ts";
import { linkRules } from "../link-rules.ts";

const LOGO_FILE = /-(?:png|svg|webp)$/;

const isLogoFile = (image: LogoValue | undefined) =>
  !image?.asset?._ref || LOGO_FILE.test(image.asset._ref) || "Use a PNG, SVG or WebP file";

const logoField = (name: string, title: string, description: string, warning?: typeof warnDarkLogo) =>
  defineField({
    name,
    title,
    type: "image",
    description,
    options: { accept: "image/png,image/svg+xml,image/webp" },
    validation: (rule) => [rule.custom(isLogoFile), ...(warning ? [rule.custom(warning).warning()] : [])],
  });

const hasDarkLogo = (look: unknown) => Boolean((look as { logoDark?: LogoValue })?.logoDark?.asset);

const accentField = (name: string, title: string, theme: Theme, description: string) =>
  defineField({
    name,
    title,
    type: "string",
    components: {
      input: (props: StringInputProps) => createElement(AccentInput, { ...props, theme }),
    },
    description,
    validation: (rule) => rule.custom((color) => (color ? (accentProblem(color, theme) ?? true) : true)),
  });

interface LinkValue {
  page?: { _ref?: string };
  href?: string;
}

const label = defineField({ name: "label", type: "string", validation: (rule) => rule.max(40) });

const targetFields = [
  defineField({
    name: "page",
    title: "One of your pages",
    type: "reference",
    to: [{ type: "page" }],
    description: "Made under Content, Pages. Its link follows when its address changes.",
    validation: warnUnpublished,
  }),
  defineField({
    name: "href",
    title: "Or another address",
    type: "string",
    placeholder: "/services",
    description: "A page of this site, such as /services or /blog, or an address that begins with https://",
    validation: linkRules,
  }),
];

/** Returns true, or why a link leads nowhere. */
function validateLink(value: LinkValue | undefined): true | string {
  if (!value) return true;
  return (
    Boolean(value.page?._ref) !== Boolean(value.href) || "Choose either one of your pages or another address"
  );
}

const linkPreview = {
  select: { title: "label", href: "href", slug: "page.slug.current" },
  prepare: ({ title, href, slug }: Record<string, string | undefined>) => ({
    title: title ?? "",
    subtitle: slug ? `/${slug}` : (href ?? ""),
  }),
};

const linkList = (
  name: string,
  title: string,
  max: number,
  description: string,
  usual: readonly SiteLink[],
) =>
  defineField({
    components: {
      input: (props: ArrayOfObjectsInputProps) => createElement(LinkListInput, { ...props, usual }),
    },
    name,
    title,
    type: "array",
    description,
    of: [
      defineArrayMember({
        type: "object",
        name: "siteLink",
        fields: [{ ...label, validation: (rule) => rule.required().max(40) }, ...targetFields],
        preview: linkPreview,
        validation: (rule) => rule.custom((value) => validateLink(value as LinkValue | undefined)),
      }),
    ],
    validation: (rule) => rule.max(max),
  });

const oneLink = (name: string, title: string, description: string) =>
  defineField({
    name,
    title,
    type: "object",
    description,
    fields: [label, ...targetFields],
    // An object that was never filled in is no link.
    validation: (rule) =>
      rule.custom((value) => {
        const link = value as (LinkValue & { label?: string }) | undefined;
        if (!link?.label && !link?.href && !link?.page?._ref) return true;
        return link.label ? validateLink(link) : "The link needs a label";
      }),
  });

const announcement = defineField({
  name: "announcement",
  title: "Announcement above the page",
  type: "object",
  description: "Visitors can close it; a changed text is shown again to everybody.",
  fields: [
    defineField({
      name: "text",
      type: "string",
      description: "Empty: no announcement.",
      validation: (rule) => rule.max(MAX_ANNOUNCEMENT),
    }),
    oneLink("link", "Link", "Shown after the text."),
    defineField({ name: "from", title: "Shown from", type: "datetime", description: "Empty: from now on." }),
    defineField({
      name: "until",
      title: "Shown until",
      type: "datetime",
      description: "Empty: until it is removed.",
      validation: (rule) =>
        rule.custom((until, context) => {
          const { from } = (context.parent ?? {}) as { from?: string };
          return !until || !from || from < until || "It ends before it begins";
        }),
    }),
  ],
});

export const look = defineType({
  name: "look",
  title: "Look and navigation",
  icon: ColorWheelIcon,
  type: "document",
  groups: [
    { name: "brand", title: "Brand", default: true },
    { name: "navigation", title: "Navigation" },
    { name: "announcement", title: "Announcement" },
  ],
  fields: [
    ...inGroup("brand", [
      logoField(
        "logo",
        "Logo",
        "A PNG, SVG or WebP file with a transparent background. Empty: the harbor light.",
        async (logo, context) => hasDarkLogo(context.parent) || warnDarkLogo(logo, context),
      ),
      logoField("logoDark", "Logo on dark screens", "Empty: the same logo.", warnDarkLogo),
      logoField(
        "icon",
        "Icon of browser tabs and phones",
        "A square PNG, SVG or WebP file of at least 512 pixels. Empty: the logo, if it is about square, else the harbor light in your color.",
      ),
      choiceField("logoSize", [...LOGO_SIZES], {
        title: "Size of the logo",
        description: "In the top bar and the footer.",
        initialValue: "medium",
      }),
      switchField({
        name: "logoShowsName",
        title: "Company name beside the logo",
        description: "Turn it off if the logo contains the name.",
        unset: true,
      }),
      accentField(
        "accentColor",
        "Accent color",
        "light",
        "The color of links, buttons and dark bands; all shades follow from it. Empty: the site’s green, #0a5a5f.",
      ),
      accentField(
        "accentColorDark",
        "Accent color on dark screens",
        "dark",
        "Empty: the accent color, lightened until it can be read.",
      ),
      defineField({
        name: "font",
        type: "string",
        description: "Empty: Instrument Sans. All fonts come from this site, none from another.",
        options: {
          list: Object.entries(FONTS).map(([value, { title }]) => ({ title, value })),
          layout: "radio",
        },
      }),
      switchField({
        name: "showsDrawings",
        title: "Contour lines and beam",
        description:
          "Drawn behind headings and the home page. The home page can have a picture of its own: Home page, Picture beside the headline.",
        unset: true,
      }),
    ]),
    ...inGroup("navigation", [
      linkList(
        "navigation",
        "Links of the top bar",
        MAX_NAVIGATION,
        "In this order. Empty: Home, About, Services, Portfolio, Blog, Contact. The first link that you add comes after these.",
        MAIN_LINKS,
      ),
      oneLink("button", "Button of the top bar", "Empty: Get Started."),
      linkList(
        "footerLinks",
        "Links of the footer",
        MAX_FOOTER,
        "The first column, in this order. Empty: About, Services, Portfolio, Blog, Contact. The first link that you add comes after the usual ones.",
        MAIN_LINKS.slice(1),
      ),
    ]),
    ...inGroup("announcement", [announcement]),
  ],
  preview: { prepare: () => ({ title: "Look and navigation" }) },
});
