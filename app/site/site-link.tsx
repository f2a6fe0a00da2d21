import { NavLink, type NavLinkProps } from "@remix-run/react";

interface SiteLinkProps extends Pick<NavLinkProps, "prefetch"> {
  to: string;
  className: string;
  children: string;
}

/** A link of the navigation, which an owner may point at another site. */
export function SiteNavLink({ to, className, prefetch, children }: SiteLinkProps) {
  if (!to.startsWith("/"))
    return (
      <a href={to} className={className}>
        {children}
      </a>
    );
  return (
    <NavLink to={to} end={to === "/"} className={className} {...(prefetch ? { prefetch } : {})}>
      {children}
    </NavLink>
  );
}
