import { createRemixStub } from "@remix-run/testing";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Hero } from "../pages/home/hero.tsx";
import { Closing } from "../pages/sections/closing.tsx";
import { Footer } from "./footer.tsx";
import type { SiteData } from "./site-data.ts";
import { TopBar } from "./top-bar.tsx";

// What a click in the Studio's preview opens.

const site = {
  settings: {
    companyName: "Quay",
    tagline: "Ropes.",
    email: "a@b.example",
    location: "Rotterdam",
    socialLinks: [{ label: "GitHub", url: "https://github.example/quay" }],
  },
  services: [{ _id: "pageService-moor", title: "Mooring", slug: "mooring" }],
  year: 2026,
  measurementId: null,
} as unknown as SiteData;

const cta = (label: string) => ({ label, href: "/contact" });
const heroImage = {
  assetPath: "images/local/production/a-800x800.png",
  width: 800,
  height: 800,
  lqip: null,
  alt: "The quay",
  hotspot: null,
  crop: null,
};

function show(preview: boolean) {
  const Page = createRemixStub([
    {
      id: "root",
      path: "/",
      loader: () => ({ ...site, ...(preview ? { preview: true } : {}) }),
      Component: () => (
        <>
          <TopBar companyName="Quay" />
          <Hero
            headline="Headline"
            subheadline={null}
            primaryCta={cta("First")}
            secondaryCta={cta("Second")}
            heroImage={heroImage}
          />
          <Closing closing={{ _key: "last", heading: "Write", text: "Do.", cta: cta("Third") }} />
          <Footer site={site} />
        </>
      ),
    },
  ]);
  return render(<Page />);
}

test("buttons, pictures, menu and footer lead to their fields in a preview", async () => {
  const { container, findByText } = show(true);
  const fieldOf = async (words: string) => {
    const element = (await findByText(words)).closest("[data-sanity]");
    const [, id, path] =
      /^id=([^;]*);type=[^;]*;path=([^;]*)/.exec(element?.getAttribute("data-sanity") ?? "") ?? [];
    return `${id} ${path}`;
  };
  expect(await fieldOf("First")).toBe("homePage primaryCta");
  expect(await fieldOf("Second")).toBe("homePage secondaryCta");
  expect(await fieldOf("Do.")).toBe('homePage sections[_key=="last"].text');
  expect(await fieldOf("Third")).toBe('homePage sections[_key=="last"].cta');
  expect(await fieldOf("Mooring")).toBe("pageService-moor title");
  expect(await fieldOf("Company")).toBe("pageTexts footerCompany");
  expect(await fieldOf("Legal")).toBe("pageTexts footerLegal");
  expect(await fieldOf("Ropes.")).toBe("siteSettings tagline");
  expect(await fieldOf("a@b.example")).toBe("siteSettings email");
  expect(await fieldOf("Rotterdam")).toBe("siteSettings location");
  expect(await fieldOf("GitHub")).toBe("siteSettings socialLinks");
  const all = [...container.querySelectorAll("[data-sanity]")].map((one) => one.getAttribute("data-sanity"));
  for (const path of ["logo", "navigation", "button", "footerLinks"])
    expect(all).toContain(`id=look;type=look;path=${path};base=%2Fstudio`);
  expect(container.querySelector(".picture")?.getAttribute("data-sanity")).toContain("path=heroImage");
});

test("a visitor's page says nothing of fields", async () => {
  const { container, findByText } = show(false);
  await findByText("First");
  expect(container.querySelectorAll("[data-sanity]")).toHaveLength(0);
});
