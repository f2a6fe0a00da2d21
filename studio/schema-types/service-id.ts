import type { CustomValidator } from "sanity";
import { API_VERSION } from "../model/api.ts";
import { isServiceId } from "../../app/model/contracts/services.ts";

const OTHERS = `{
  "taken": count(*[_type == "orderService" && serviceId == $serviceId && !(_id in [$id, "drafts." + $id])]),
  "published": *[_id == $id][0].serviceId
}`;

/** For `rule.custom`: requires an id that no other order service has and that stays what it was once published. */
export const validateServiceId: CustomValidator<string | undefined> = async (serviceId, context) => {
  if (!serviceId) return true;
  if (!isServiceId(serviceId))
    return "2 to 40 letters and digits, beginning with a small letter, and not with “custom”";
  const id = (context.document?._id ?? "").replace(/^drafts\./, "");
  const client = context.getClient({ apiVersion: API_VERSION }).withConfig({ perspective: "raw" });
  const { taken, published } = await client.fetch<{ taken: number; published: string | null }>(OTHERS, {
    serviceId,
    id,
  });
  if (published && published !== serviceId)
    return `Contracts are stored with the id ${published}. Set it back, or make another order service.`;
  return taken === 0 || "Another order service has this id already";
};
