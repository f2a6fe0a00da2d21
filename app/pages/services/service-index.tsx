import type { ServiceData } from "./query.ts";
import { ServiceIcon } from "../../layout/service-icon.tsx";

/** The services of the page, each a link to its part. Plain links: they work before any script does. */
export function ServiceIndex({ services }: { services: readonly ServiceData[] }) {
  if (services.length === 0) return null;
  return (
    <nav aria-label="Services on this page" className="mt-10">
      <ul className="grid gap-2 sm:flex sm:flex-wrap sm:gap-3">
        {services.map(({ slug, title, icon }) => (
          <li key={slug}>
            <a
              href={`#${slug}`}
              className="flex min-h-12 items-center gap-3 rounded-md border border-line bg-surface py-2 pr-5 pl-4 font-semibold wrap-anywhere transition-[border-color,color] hover:border-accent hover:text-accent"
            >
              <ServiceIcon name={icon} className="size-6 flex-none text-accent" />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
