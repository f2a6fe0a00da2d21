import type { CustomValidator } from "sanity";
import { API_VERSION } from "../model/api.ts";
import { serviceIds } from "../../app/contracts/services.ts";

const TAKEN = `count(*[_type == "orderService" && serviceId == $serviceId && !(_id in [$id, "drafts." + $id])])`;

/** For `rule.custom`: requires one of the ten ids of docs/specification.md, section 3, that no other order service has. */
export const validateServiceId: CustomValidator<string | undefined> = async (serviceId, context) => {
  if (!serviceId) return true;
  if (!(serviceIds as readonly string[]).includes(serviceId)) return "Not one of the ten known ids";
  const id = (context.document?._id ?? "").replace(/^drafts\./, "");
  const client = context.getClient({ apiVersion: API_VERSION }).withConfig({ perspective: "raw" });
  const taken = await client.fetch<number>(TAKEN, { serviceId, id });
  return taken === 0 || "Another order service has this id already";
};
