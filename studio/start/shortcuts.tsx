import { CogIcon } from "@sanity/icons/Cog";
import { ColorWheelIcon } from "@sanity/icons/ColorWheel";
import { ComposeIcon } from "@sanity/icons/Compose";
import { EarthGlobeIcon } from "@sanity/icons/EarthGlobe";
import { HelpCircleIcon } from "@sanity/icons/HelpCircle";
import { HomeIcon } from "@sanity/icons/Home";
import { InboxIcon } from "@sanity/icons/Inbox";
import { TagIcon } from "@sanity/icons/Tag";
import { Button, Flex } from "@sanity/ui";
import type { ComponentProps } from "react";
import { useWorkspace } from "sanity";
import { IntentLink, useLink } from "sanity/router";
import { useLive } from "../shared/use-live.ts";

/** A link to a path below the Studio's own, such as `/structure/homePage`. */
function PathLink({ path, children, ...props }: ComponentProps<"a"> & { path: string }) {
  const { basePath } = useWorkspace();
  const href = `${basePath === "/" ? "" : basePath}${path}`;
  const { onClick } = useLink({ href });
  return (
    <a {...props} href={href} onClick={onClick}>
      {children}
    </a>
  );
}

function NewPost(props: ComponentProps<"a">) {
  return <IntentLink {...props} intent="create" params={{ type: "post", template: "post" }} />;
}

/** `page`: without this one nobody needs the place. */
const places: { path: string; text: string; icon: typeof HomeIcon; page?: string }[] = [
  { path: "/structure/homePage", text: "Home page", icon: HomeIcon },
  { path: "/structure/orderService", text: "Prices", icon: TagIcon, page: "pageIntro-contract" },
  { path: "/structure/siteSettings", text: "Site settings", icon: CogIcon },
  { path: "/structure/look", text: "Look and navigation", icon: ColorWheelIcon },
];

/** Links to the most frequent tasks. */
export function Shortcuts({ isAdmin }: { isAdmin: boolean }) {
  const off = useLive<string[] | null>({ query: `*[_id == "siteSettings"][0].offPages` });
  const pages = [
    { href: "/", text: "Open the site", icon: EarthGlobeIcon },
    isAdmin
      ? { href: "/guide/first-hour", text: "Your first hour", icon: HelpCircleIcon }
      : { href: "/guide/content-guide", text: "Guide for editors", icon: HelpCircleIcon },
  ];
  if (isAdmin) pages.push({ href: "/admin", text: "Open the dashboard", icon: InboxIcon });
  return (
    <Flex gap={2} wrap="wrap">
      {off?.includes("pageIntro-blog") ? null : (
        <Button as={NewPost} icon={ComposeIcon} mode="ghost" text="Write a post" tone="primary" />
      )}
      {places
        .filter(({ page }) => !page || !off?.includes(page))
        .map(({ path, text, icon }) => (
          <Button as={PathLink} icon={icon} key={path} mode="ghost" path={path} text={text} />
        ))}
      {pages.map(({ href, text, icon }) => (
        <Button
          as="a"
          href={href}
          icon={icon}
          key={href}
          mode="ghost"
          rel="noreferrer"
          target="_blank"
          text={text}
        />
      ))}
    </Flex>
  );
}
