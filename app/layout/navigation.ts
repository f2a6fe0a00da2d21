/** The links of the top bar, in order (specification 2, "Top bar and footer"). */
export const MAIN_LINKS = [
  { to: "/", label: "Home" },
  { to: "/about", label: "About" },
  { to: "/services", label: "Services" },
  { to: "/portfolio", label: "Portfolio" },
  { to: "/blog", label: "Blog" },
  { to: "/contact", label: "Contact" },
] as const;

export const CALL_TO_ACTION = { to: "/get-started", label: "Get Started" } as const;

/** The footer leaves Home to the logo. */
export const FOOTER_LINKS = MAIN_LINKS.filter(({ to }) => to !== "/");

export const LEGAL_LINKS = [
  { to: "/privacy", label: "Privacy Policy" },
  { to: "/terms", label: "Terms of Service" },
  { to: "/policy", label: "Service Order Policy" },
] as const;
