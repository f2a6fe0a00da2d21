import { Link } from "@remix-run/react";
import { useEditable } from "../../content/editable.ts";
import { servicePath } from "../../model/content-paths.ts";
import { ServiceIcon } from "../../site/drawings.tsx";
import { HeadedSection, type SectionTexts } from "../../site/page-header.tsx";
import { LineIcon } from "../../ui/line-icon.tsx";
import type { SectionService } from "./section-types.ts";

/** Cells in rows of three, separated by lines; each links to its section of the services page. */
export function Services({ texts, services }: { texts: SectionTexts; services: readonly SectionService[] }) {
  if (services.length === 0) return null;
  return (
    <HeadedSection texts={texts}>
      <ul className="ruled-grid mt-14 sm:grid-cols-2 lg:grid-cols-6">
        {services.map((service) => (
          <ServiceCell key={service.slug} service={service} />
        ))}
      </ul>
    </HeadedSection>
  );
}

function ServiceCell({ service }: { service: SectionService }) {
  const edit = useEditable();
  return (
    <li
      {...edit({ id: service._id, type: "pageService", path: "summary" })}
      className="service-cell group relative bg-paper"
    >
      <div className="flex h-full flex-col py-10 pr-8">
        <ServiceIcon name={service.icon} className="size-10 text-accent" />
        <h3 className="mt-7 text-xl">
          <Link to={servicePath(service.slug)} prefetch="intent" className="after:absolute after:inset-0">
            {service.title}
          </Link>
        </h3>
        <p className="mt-3 max-w-[30em] text-base text-ink-soft">{service.summary}</p>
        <Arrow className="size-5 text-ink-faint transition-[transform,color] group-hover:translate-x-1 group-hover:text-accent" />
      </div>
    </li>
  );
}

function Arrow({ className }: { className: string }) {
  return (
    <span className="mt-auto block pt-6">
      <LineIcon box={20} stroke={1.6} className={className}>
        <path d="M3 10h14M11.5 4.5 17 10l-5.5 5.5" />
      </LineIcon>
    </span>
  );
}
