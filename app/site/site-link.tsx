import { NavLink, type NavLinkProps } from "@remix-run/react";
import type { EditableAttributes } from "../content/editable.ts";

interface SiteLinkProps extends Pick<NavLinkProps, "prefetch">, EditableAttributes {
  to: string;
  className: string;
  children: string;
}

/** A link of the navigation, which an owner may point at another site. */
export function SiteNavLink({ to, className, prefetch, children, ...editable }: SiteLinkProps) {
  if (!to.startsWith("/"))
    return (
      <a {...editable} href={to} className={className}>
        {children}
      </a>
    );
  return (
    <NavLink {...editable} to={to} end={to === "/"} className={className} {...(prefetch ? { prefetch } : {})}>
      {children}
    </NavLink>
  );
}
