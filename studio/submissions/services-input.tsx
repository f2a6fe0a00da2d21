import { Stack, Text } from "@sanity/ui";
import type { ObjectInputProps } from "sanity";
import { frequencyTerms, isPaymentFrequency } from "../../app/model/contracts/frequency.ts";
import { choicesOf, type ContractServices } from "../../app/model/contracts/services.ts";

/** Lists the chosen services of a contract; editors can add services for which the schema has no field. */
export function ServicesInput({ value }: ObjectInputProps) {
  const { _type, ...services } = (value ?? {}) as ContractServices;
  const choices = choicesOf(services);
  if (choices.length === 0) return <Text muted>None.</Text>;
  return (
    <Stack as="ul" gap={3} padding={0} style={{ listStyle: "none" }}>
      {choices.map(({ serviceId, quantity = 1, paymentFrequency }) => (
        <Text as="li" key={serviceId}>
          {serviceId} × {quantity}
          {isPaymentFrequency(paymentFrequency) ? `, ${frequencyTerms[paymentFrequency].label}` : ""}
        </Text>
      ))}
    </Stack>
  );
}
