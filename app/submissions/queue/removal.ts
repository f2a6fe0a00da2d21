/** A job of the queue that takes a submission out of the store again. */
export interface Removal {
  type: string;
  id: string;
  remove: true;
}

export function isRemoval(body: unknown): body is Removal {
  return typeof body === "object" && body !== null && "remove" in body;
}
