/** A Stripe object: id, type, and the fields of the type. */
export interface StripeObject {
  id: string;
  object: string;
  [field: string]: unknown;
}

// What Stripe's own example objects have besides what this stand-in models: null, empty, or the only value that it can have here.

const nulls = (names: string): Record<string, null> =>
  Object.fromEntries(names.split(" ").map((name) => [name, null]));

const NO_TAX = { disabled_reason: null, enabled: false, liability: null };
const SELF = { type: "self" };
const COMMON = { livemode: false, metadata: {} };

const sumOf = (lines: unknown): number | null => {
  const data = (lines as { data?: { amount: number }[] } | undefined)?.data ?? [];
  return data.length > 0 ? data.reduce((sum, { amount }) => sum + amount, 0) : null;
};

type Rest = (object: StripeObject) => Record<string, unknown>;

const REST: Record<string, Rest> = {
  payment_intent: () => ({
    ...COMMON,
    ...nulls(
      "application application_fee_amount automatic_payment_methods canceled_at cancellation_reason description excluded_payment_method_types on_behalf_of payment_method_configuration_details processing receipt_email review setup_future_usage shipping source statement_descriptor statement_descriptor_suffix transfer_data transfer_group",
    ),
    amount_capturable: 0,
    amount_details: { tip: {} },
    capture_method: "automatic",
    confirmation_method: "automatic",
    payment_method_options: {},
    payment_method_types: ["card"],
  }),
  charge: ({ paid }) => ({
    ...COMMON,
    ...nulls(
      "application application_fee application_fee_amount balance_transaction calculated_statement_descriptor description failure_balance_transaction on_behalf_of outcome receipt_email receipt_number receipt_url review shipping source source_transfer statement_descriptor statement_descriptor_suffix transfer_data transfer_group",
    ),
    billing_details: nulls("address email name phone tax_id"),
    captured: paid,
    fraud_details: {},
  }),
  customer: ({ id }) => ({
    ...COMMON,
    ...nulls("address currency default_source description discount phone shipping test_clock"),
    balance: 0,
    delinquent: false,
    invoice_prefix: id.slice(-8).toUpperCase(),
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: "none",
  }),
  subscription: ({ created }) => ({
    ...COMMON,
    ...nulls(
      "application application_fee_percent billing_cycle_anchor_config billing_thresholds days_until_due default_source description next_pending_invoice_item_invoice on_behalf_of pending_invoice_item_interval pending_setup_intent pending_update schedule test_clock transfer_data trial_end trial_start",
    ),
    automatic_tax: NO_TAX,
    cancellation_details: nulls("comment feedback reason"),
    collection_method: "charge_automatically",
    default_tax_rates: [],
    discounts: [],
    invoice_settings: { account_tax_ids: null, issuer: SELF },
    start_date: created,
    trial_settings: { end_behavior: { missing_payment_method: "create_invoice" } },
  }),
  subscription_item: () => ({
    ...nulls("billing_thresholds plan"),
    discounts: [],
    metadata: {},
    quantity: 1,
    tax_rates: [],
  }),
  price: ({ unit_amount }) => ({
    ...COMMON,
    ...nulls("custom_unit_amount lookup_key nickname tiers_mode transform_quantity"),
    active: true,
    billing_scheme: "per_unit",
    tax_behavior: "unspecified",
    type: "recurring",
    unit_amount_decimal: String(unit_amount),
  }),
  product: ({ created }) => ({
    ...COMMON,
    ...nulls(
      "default_price description package_dimensions shippable statement_descriptor tax_code unit_label url",
    ),
    images: [],
    marketing_features: [],
    type: "service",
    updated: created,
  }),
  invoice: ({ id, amount_due: total, created, lines, status, status_transitions: at }) => ({
    ...COMMON,
    ...nulls(
      "account_country account_name account_tax_ids application automatically_finalizes_at custom_fields customer_address customer_email customer_name customer_phone customer_shipping default_payment_method default_source description due_date ending_balance footer from_invoice invoice_pdf last_finalization_error latest_revision on_behalf_of receipt_number rendering shipping_cost shipping_details statement_descriptor test_clock webhooks_delivered_at",
    ),
    amount_overpaid: 0,
    amount_shipping: 0,
    auto_advance: false,
    automatic_tax: NO_TAX,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    effective_at: (at as { finalized_at: number | null }).finalized_at,
    issuer: SELF,
    lines: { object: "list", has_more: false, data: [] },
    number: status === "draft" ? null : `${id.slice(-8).toUpperCase()}-0001`,
    payment_settings: nulls("default_mandate payment_method_options payment_method_types"),
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    subtotal: sumOf(lines) ?? total,
    subtotal_excluding_tax: sumOf(lines) ?? total,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  }),
  line_item: () => ({
    ...COMMON,
    pricing: null,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    pretax_credit_amounts: [],
    quantity: 1,
    subscription: null,
    taxes: [],
  }),
  invoice_payment: () => ({ status_transitions: nulls("canceled_at paid_at") }),
  refund: () => ({
    ...nulls("balance_transaction receipt_number source_transfer_reversal transfer_reversal"),
    destination_details: { type: "card", card: { type: "refund" } },
  }),
  dispute: () => ({
    ...COMMON,
    balance_transactions: [],
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: { due_by: null, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: false,
    payment_method_details: { type: "card" },
  }),
  payment_method: () => ({ allow_redisplay: "unspecified", metadata: {} }),
  coupon: () => ({
    ...COMMON,
    ...nulls("duration_in_months max_redemptions percent_off redeem_by"),
    times_redeemed: 0,
  }),
  "checkout.session": () => ({
    ...COMMON,
    ...nulls(
      "after_expiration allow_promotion_codes billing_address_collection client_reference_id client_secret consent consent_collection customer_creation customer_details customer_email invoice invoice_creation locale payment_link payment_method_configuration_details phone_number_collection recovered_from setup_intent shipping_address_collection shipping_cost submit_type subscription ui_mode",
    ),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    custom_fields: [],
    custom_text: nulls("after_submit shipping_address submit terms_of_service_acceptance"),
    payment_method_collection: "if_required",
    payment_method_options: {},
    payment_method_types: ["card"],
    shipping_options: [],
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  }),
  "billing_portal.session": () => ({ ...nulls("locale on_behalf_of"), configuration: "bpc_standin" }),
  "test_helpers.test_clock": ({ created }) => ({
    deletes_after: (created as number) + 30 * 86_400,
    status_details: {},
  }),
};

/** Returns an object of the API with every field of Stripe's example; any other value as it is. */
function complete(value: unknown): unknown {
  const { id, object } = { ...(value as Partial<StripeObject> | null) };
  const rest = typeof id === "string" && typeof object === "string" ? REST[object] : undefined;
  return rest ? { ...rest(value as StripeObject), ...(value as StripeObject) } : value;
}

/** Fields that Stripe shows on request only. */
const ON_REQUEST = ["confirmation_secret", "payments", "refunds"];

/** A list within another object has its first ten. */
const firstPage = (list: { data: unknown[] }) => ({
  ...list,
  has_more: list.data.length > 10,
  data: list.data.slice(0, 10),
});

/** Returns a copy as the API shows it: complete, without this stand-in's own fields (they start with an underscore) and those that were not asked for. */
export function withoutHidden(value: unknown, asked: readonly string[] = []): unknown {
  const hidden = new Set(ON_REQUEST.filter((name) => !asked.includes(name)));
  return JSON.parse(
    JSON.stringify(value, (key, field: unknown) => {
      if (key === "refunds") return hidden.has(key) ? null : firstPage(field as { data: unknown[] });
      return key.startsWith("_") || hidden.has(key) ? undefined : complete(field);
    }),
  );
}
