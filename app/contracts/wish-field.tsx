/**
 * What else the client would like, in words. It is kept with the order as a custom service without a price: what it costs
 * is for an admin to say, in a contract made for this client.
 */
export function WishField({ initial }: { initial: string }) {
  return (
    <div className="mt-8">
      <label htmlFor="order-wish" className="mb-2 block font-semibold text-ink">
        Something else? <span className="font-normal text-ink-faint">(optional)</span>
      </label>
      <p id="order-wish-hint" className="mb-2 text-sm text-ink-faint">
        Describe what you need. It is not part of this order: we come back to you with a price.
      </p>
      <textarea
        id="order-wish"
        name="wish"
        rows={4}
        maxLength={5000}
        defaultValue={initial}
        aria-describedby="order-wish-hint"
        className="control resize-y"
      />
    </div>
  );
}
