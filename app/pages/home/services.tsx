import { Link } from "@remix-run/react";
import { useEditable } from "../../content/editable.ts";
import { servicePath } from "../../model/content-paths.ts";
import { ServiceIcon } from "../../site/drawings.tsx";
import { HeadedSection, type SectionTexts } from "../../site/page-header.tsx";
import { cx } from "../../ui/cx.ts";
import { LineIcon } from "../../ui/line-icon.tsx";
import type { HomeService } from "./query.ts";

/** Cells in rows of three, separated by lines; each links to its section of the services page. */
export function Services({ texts, services }: { texts: SectionTexts; services: readonly HomeService[] }) {
  if (services.length === 0) return null;
  return (
    <HeadedSection texts={texts}>
      <ul className="ruled-grid mt-14 sm:grid-cols-2 lg:grid-cols-6">
        {services.map((service, index) => (
          <ServiceCell
            key={service.slug}
            service={service}
            className={cx(spanOf(index, services.length), insetOf(index, services.length))}
          />
        ))}
      </ul>
    </HeadedSection>
  );
}

/**
 * Returns the width of a cell so that no gaps are left: rows of three, with wider cells in a last row of one or two; on
 * tablets also for an odd last cell.
 */
function spanOf(index: number, count: number): string {
  const inLastRow = index >= count - (count % 3);
  const wide = count % 3 === 2 ? "lg:col-span-3" : "lg:col-span-6";
  const lastOfOdd = count % 2 === 1 && index === count - 1;
  return cx(inLastRow ? wide : "lg:col-span-2", lastOfOdd && "sm:max-lg:col-span-2");
}

/** Returns the padding of a cell: none for the first of a row, which is aligned with the page. */
function insetOf(index: number, count: number): string {
  const inLastRow = index >= count - (count % 3);
  const firstOfRow = inLastRow ? index === count - (count % 3) : index % 3 === 0;
  return cx(index % 2 === 1 && "sm:max-lg:pl-8", !firstOfRow && "lg:pl-8");
}

function ServiceCell({ service, className }: { service: HomeService; className: string }) {
  const edit = useEditable();
  return (
    <li
      {...edit({ id: service._id, type: "pageService", path: "summary" })}
      className={cx("group relative bg-paper", className)}
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
