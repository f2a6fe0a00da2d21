import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { OrderServiceData } from "./order-query.ts";
import { ServicesStep } from "./services-step.tsx";

afterEach(cleanup);

const service = (more: Partial<OrderServiceData>) =>
  ({
    serviceId: "websiteMaintenance",
    title: "Website maintenance",
    priceCents: 12_000,
    kind: "monthly",
    description: "Updates and backups.",
    ...more,
  }) as OrderServiceData;

function show(...catalogue: OrderServiceData[]) {
  render(
    <ServicesStep
      catalogue={catalogue}
      chosen={() => ({ selected: false, frequency: "monthly" })}
      choices={[]}
      errorOf={() => undefined}
      errorId="e"
      tax={undefined}
    />,
  );
}

test("a service is called by its title and its price, and described by what it is", () => {
  show(service({}), service({ serviceId: "domainSetup", title: "Domain setup", description: null }));
  const maintenance = screen.getByRole("checkbox", { name: /^Website maintenance \$120\.00 ?per month$/ });
  const about = document.getElementById(maintenance.getAttribute("aria-describedby") ?? "");
  expect(about?.textContent).toBe("Updates and backups.");
  const domain = screen.getByRole("checkbox", { name: /^Domain setup/ });
  expect(domain.hasAttribute("aria-describedby")).toBe(false);
});

test("choosing a frequency ticks the service, and unticking it sets the frequency back", () => {
  show(service({}));
  const box = screen.getByRole<HTMLInputElement>("checkbox");
  const frequency = screen.getByRole<HTMLSelectElement>("combobox");
  fireEvent.change(frequency, { target: { value: "annually" } });
  expect(box.checked).toBe(true);
  fireEvent.change(frequency, { target: { value: "quarterly" } });
  expect([box.checked, frequency.value]).toEqual([true, "quarterly"]);
  fireEvent.click(box);
  expect([box.checked, frequency.value]).toEqual([false, "monthly"]);
});
