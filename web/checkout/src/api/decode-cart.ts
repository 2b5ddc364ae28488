import { readPlanned } from '../../../embed/cart/recurring.ts';
import { array, boolean, type Decoder, nullable, number, object, oneOf, string } from '../decode.ts';
import {
  type Cart,
  type CartAddress,
  type CartAnswer,
  type CartLine,
  type CartWarning,
  DELIVERY_METHOD_TYPES,
  type DeliveryGroup,
  type DeliveryOption,
  type Discount,
  type GiftCard,
  type Money,
  type UserError,
} from './model.ts';
import { PURCHASE_TYPES } from '../purchase-type.ts';

/** The name of a variant of a product without options; never shown. */
const ONLY_VARIANT = 'Default Title';

const money: Decoder<Money> = object({ amount: string, currencyCode: string });

/** Read by the cart client that the embed has, too. */
const sellingPlan: Decoder<unknown> = (value) => value;

const allocation = object({
  code: nullable(string),
  title: nullable(string),
  discountedAmount: money,
});

const discounts: Decoder<readonly Discount[]> = (value, path) =>
  (nullable(array(allocation))(value, path) ?? []).map((each) => ({
    name: each.code ?? each.title ?? '',
    amount: each.discountedAmount,
  }));

const giftCards: Decoder<readonly GiftCard[]> = (value, path) =>
  (nullable(array(object({ id: string, lastCharacters: string, amountUsed: money })))(value, path) ?? []).map(
    ({ amountUsed, ...card }) => ({ ...card, amount: amountUsed }),
  );

const rawLine = object({
  parentRelationship: nullable(object({ parent: object({ id: string }) })),
  sellingPlanAllocation: sellingPlan,
  discountAllocations: discounts,
  id: string,
  quantity: number,
  attributes: array(object({ key: string, value: nullable(string) })),
  cost: object({
    amountPerQuantity: money,
    compareAtAmountPerQuantity: nullable(money),
    totalAmount: money,
  }),
  merchandise: object({
    id: string,
    title: string,
    requiresShipping: boolean,
    image: nullable(object({ url: string })),
    product: object({ title: string, isGiftCard: boolean }),
  }),
});

const planName = object({ sellingPlan: object({ name: string }) });

function line(value: unknown, path: string): CartLine {
  const raw = rawLine(value, path);
  const plan = nullable(planName)(raw.sellingPlanAllocation, path);
  return {
    planned: readPlanned(raw.sellingPlanAllocation, raw.quantity),
    planName: plan?.sellingPlan.name ?? null,
    id: raw.id,
    parentId: raw.parentRelationship?.parent.id ?? null,
    merchandiseId: raw.merchandise.id,
    quantity: raw.quantity,
    title: raw.merchandise.product.title,
    variantTitle: raw.merchandise.title === ONLY_VARIANT ? null : raw.merchandise.title,
    image: raw.merchandise.image?.url ?? null,
    unitPrice: raw.cost.amountPerQuantity,
    compareAtPrice: raw.cost.compareAtAmountPerQuantity,
    total: raw.cost.totalAmount,
    discounts: raw.discountAllocations,
    requiresShipping: raw.merchandise.requiresShipping,
    giftCard: raw.merchandise.product.isGiftCard,
    attributes: raw.attributes,
  };
}

const rawOption = object({
  handle: string,
  code: nullable(string),
  title: nullable(string),
  description: nullable(string),
  deliveryPromise: nullable(string),
  deliveryMethodType: oneOf(DELIVERY_METHOD_TYPES),
  estimatedCost: money,
  cashOnDelivery: nullable(boolean),
});

function option(value: unknown, path: string): DeliveryOption {
  const raw = rawOption(value, path);
  return {
    handle: raw.handle,
    code: raw.code ?? raw.handle,
    title: raw.title ?? raw.handle,
    description: raw.description,
    promise: raw.deliveryPromise,
    type: raw.deliveryMethodType,
    cost: raw.estimatedCost,
    cashOnDelivery: raw.cashOnDelivery ?? false,
  };
}

const rawGroup = object({
  id: string,
  groupType: oneOf(PURCHASE_TYPES),
  isOutOfStock: boolean,
  isPending: boolean,
  deliveryOptions: array(option),
  selectedDeliveryOption: nullable(object({ handle: string })),
  selectionHasChanged: boolean,
});

function group(value: unknown, path: string): DeliveryGroup {
  const raw = rawGroup(value, path);
  return {
    id: raw.id,
    purchase: raw.groupType,
    outOfStock: raw.isOutOfStock,
    pending: raw.isPending,
    options: raw.deliveryOptions,
    changed: raw.selectionHasChanged,
    // What is something else now is to be chosen again.
    selectedHandle: raw.selectionHasChanged ? null : (raw.selectedDeliveryOption?.handle ?? null),
  };
}

const address: Decoder<CartAddress> = object({
  firstName: nullable(string),
  lastName: nullable(string),
  company: nullable(string),
  address1: nullable(string),
  address2: nullable(string),
  city: nullable(string),
  provinceCode: nullable(string),
  zip: nullable(string),
  countryCode: nullable(string),
});

const rawCart = object({
  discountCodes: nullable(array(object({ code: string, applicable: boolean }))),
  discountAllocations: discounts,
  appliedGiftCards: giftCards,
  id: string,
  totalQuantity: number,
  note: nullable(string),
  attributes: array(object({ key: string, value: nullable(string) })),
  buyerIdentity: object({
    email: nullable(string),
    phone: nullable(string),
    countryCode: nullable(string),
  }),
  delivery: object({ addresses: array(object({ address })) }),
  lines: object({ nodes: array(line) }),
  deliveryGroups: object({ nodes: array(group) }),
  cost: object({
    subtotalAmount: money,
    totalAmount: money,
    totalTaxAmount: nullable(money),
    totalDutyAmount: nullable(money),
    taxesIncluded: boolean,
  }),
});

export const cart: Decoder<Cart> = (value, path) => {
  const raw = rawCart(value, path);
  const lines = raw.lines.nodes;
  return {
    id: raw.id,
    totalQuantity: raw.totalQuantity,
    note: raw.note,
    attributes: raw.attributes.map(({ key, value }) => ({ key, value: value ?? '' })),
    email: raw.buyerIdentity.email,
    phone: raw.buyerIdentity.phone,
    countryCode: raw.buyerIdentity.countryCode,
    address: raw.delivery.addresses[0]?.address ?? null,
    lines,
    groups: raw.deliveryGroups.nodes,
    requiresShipping: lines.some((item) => item.requiresShipping),
    codes: raw.discountCodes ?? [],
    discounts: raw.discountAllocations,
    giftCards: raw.appliedGiftCards,
    subtotal: raw.cost.subtotalAmount,
    total: raw.cost.totalAmount,
    tax: raw.cost.totalTaxAmount,
    taxIncluded: raw.cost.taxesIncluded,
    duty: raw.cost.totalDutyAmount,
  };
};

export const userErrors: Decoder<readonly UserError[]> = (value, path) =>
  array(object({ code: nullable(string), field: nullable(array(string)), message: string }))(value, path).map(
    (error) => ({ ...error, field: error.field ?? [] }),
  );

const warnings: Decoder<readonly CartWarning[]> = array(
  object({ code: string, target: string, message: nullable(string) }),
);

/** The payload of a mutation under its root field. */
function payloadOf<T>(field: string, payload: Decoder<T>): Decoder<T> {
  return (value, path) => payload(object({ [field]: (inner: unknown) => inner })(value, path)[field], field);
}

/** What a change has found wrong, when its answer has no cart. */
export function faultsOf(field: string): Decoder<Omit<CartAnswer, 'cart'>> {
  const read = payloadOf(field, object({ userErrors, warnings }));
  return (value, path) => {
    const raw = read(value, path);
    return { errors: raw.userErrors, warnings: raw.warnings };
  };
}

/** The answer of a change that answers with the cart. */
export function cartAnswer(field: string): Decoder<CartAnswer> {
  const read = payloadOf(field, object({ cart: nullable(cart), userErrors, warnings }));
  return (value, path) => {
    const raw = read(value, path);
    return { cart: raw.cart, errors: raw.userErrors, warnings: raw.warnings };
  };
}
