import type { ComponentProps } from "react";
import { useWorkspace } from "sanity";
import { useLink } from "sanity/router";

/** A link to a path below the Studio's own, such as `/structure/contract;new`. */
export function PathLink({ path, children, ...props }: ComponentProps<"a"> & { path: string }) {
  const { basePath } = useWorkspace();
  const href = `${basePath === "/" ? "" : basePath}${path}`;
  const { onClick } = useLink({ href });
  return (
    <a {...props} href={href} onClick={onClick}>
      {children}
    </a>
  );
}
