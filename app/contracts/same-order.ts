import type { ContractDocument } from "./contract-document.ts";
import { choicesOf, toContractServices } from "./services.ts";

/** What a client ordered, whatever it costs and however it is paid, as one text. */
export function essence({
  contactInfo,
  services,
  signature,
  couponCode,
  customServices,
}: ContractDocument): string {
  const { firstName, lastName, companyName, phone, email, address } = contactInfo;
  const { street, street2, city, state, zipCode } = address;
  const person = [firstName, lastName, companyName, phone, email];
  return JSON.stringify([
    person,
    [street, street2, city, state, zipCode],
    choicesOf(toContractServices(services)),
    signature,
    couponCode,
    customServices.map(({ description, price }) => [description, price]),
  ]);
}

/** Whether nothing would change if the one were stored over the other. */
export function sameOrder(current: ContractDocument, next: ContractDocument): boolean {
  const terms = ({ payment }: ContractDocument) =>
    [payment.paymentMethod, payment.amount, payment.amountDueToday].join();
  const agreed = current.agreedToTerms === next.agreedToTerms;
  return agreed && essence(current) === essence(next) && terms(current) === terms(next);
}

/** An accepted order: by invoice, or paid. It never changes its content any more. */
export function isFinal(contract: Pick<ContractDocument, "status">): boolean {
  return contract.status === "completed" || contract.status === "invoice";
}
