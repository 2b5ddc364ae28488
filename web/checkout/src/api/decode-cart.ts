import {
  boolean,
  type Decoder,
  integer,
  list,
  mapped,
  member,
  nullable,
  number,
  object,
  type RawOf,
  text,
} from '../../../base/decode.ts';
import { oneOf } from '../../../base/decode-choice.ts';
import { nodes } from '../../../embed/cart/decode.ts';
import { allocation, plannedLine } from '../../../embed/cart/recurring.ts';
import { userErrors } from '../../../embed/cart/user-error.ts';
import {
  type Cart,
  type CartAnswer,
  type CartLine,
  DELIVERY_METHOD_TYPES,
  type DeliveryGroup,
  type DeliveryOption,
  type Discount,
  type GiftCard,
} from './model.ts';
import { PURCHASE_TYPES } from '../purchase-type.ts';

/** The name of a variant of a product without options; never shown. */
const ONLY_VARIANT = 'Default Title';

const textOrNull = nullable(text);

const money = object({ amount: text, currencyCode: text });

/** Reads members that only some types of a union have, as null if they are missing. */
const sometimes =
  <Out, Raw extends object>(inner: Decoder<Out, Raw>): Decoder<Out, Partial<Raw>> =>
  (value, path) =>
    inner(value, path);

const discountAmount = member('discountedAmount', money);
const discountName = sometimes(object({ code: textOrNull, title: textOrNull }));

const discount: Decoder<Discount, RawOf<typeof discountAmount> & RawOf<typeof discountName>> = (
  value,
  path,
) => {
  const { code, title } = discountName(value, path);
  return { name: code ?? title ?? '', amount: discountAmount(value, path) };
};

const discounts = list(discount);

const giftCard = mapped(
  object({ id: text, lastCharacters: text, amountUsed: money }),
  ({ amountUsed, ...card }): GiftCard => ({ ...card, amount: amountUsed }),
);

const attributes = list(object({ key: text, value: textOrNull }));

const parentId = sometimes(object({ parentRelationship: nullable(member('parent', member('id', text))) }));

const planName = member('sellingPlan', member('name', text));

/** A line's recurring price and the name of its plan. */
const plan: Decoder<
  { readonly name: string; readonly bought: ReturnType<typeof allocation> },
  RawOf<typeof allocation> & RawOf<typeof planName>
> = (value, path) => ({ name: planName(value, path), bought: allocation(value, path) });

const ownOfLine = object({
  id: text,
  quantity: integer,
  attributes,
  sellingPlanAllocation: nullable(plan),
  discountAllocations: discounts,
  cost: object({
    amountPerQuantity: money,
    compareAtAmountPerQuantity: nullable(money),
    totalAmount: money,
  }),
  merchandise: object({
    id: text,
    title: text,
    requiresShipping: boolean,
    image: nullable(member('url', text)),
    product: object({ title: text, isGiftCard: boolean }),
  }),
});

const line: Decoder<CartLine, RawOf<typeof ownOfLine> & RawOf<typeof parentId>> = (value, path) => {
  const { id, quantity, cost, merchandise, sellingPlanAllocation, ...raw } = ownOfLine(value, path);
  return {
    planned: plannedLine(sellingPlanAllocation?.bought ?? null, quantity),
    planName: sellingPlanAllocation?.name ?? null,
    id,
    parentId: parentId(value, path).parentRelationship,
    merchandiseId: merchandise.id,
    quantity,
    title: merchandise.product.title,
    variantTitle: merchandise.title === ONLY_VARIANT ? null : merchandise.title,
    image: merchandise.image,
    unitPrice: cost.amountPerQuantity,
    compareAtPrice: cost.compareAtAmountPerQuantity,
    total: cost.totalAmount,
    discounts: raw.discountAllocations,
    requiresShipping: merchandise.requiresShipping,
    giftCard: merchandise.product.isGiftCard,
    attributes: raw.attributes,
  };
};

const option = mapped(
  object({
    handle: text,
    code: textOrNull,
    title: textOrNull,
    description: textOrNull,
    deliveryPromise: textOrNull,
    deliveryMethodType: oneOf(DELIVERY_METHOD_TYPES),
    estimatedCost: money,
    discountedCost: money,
    cashOnDelivery: boolean,
    coordinates: nullable(object({ latitude: number, longitude: number })),
  }),
  ({ handle, code, title, description, cashOnDelivery, coordinates, ...raw }): DeliveryOption => ({
    handle,
    code: code ?? handle,
    title: title ?? handle,
    description,
    promise: raw.deliveryPromise,
    type: raw.deliveryMethodType,
    cost: raw.estimatedCost,
    discounted: raw.discountedCost,
    cashOnDelivery,
    coordinates,
  }),
);

const group = mapped(
  object({
    id: text,
    groupType: oneOf(PURCHASE_TYPES),
    isOutOfStock: boolean,
    isPending: boolean,
    deliveryOptions: list(option),
    selectedDeliveryOption: nullable(member('handle', text)),
    selectionHasChanged: boolean,
  }),
  (raw): DeliveryGroup => ({
    id: raw.id,
    purchase: raw.groupType,
    outOfStock: raw.isOutOfStock,
    pending: raw.isPending,
    options: raw.deliveryOptions,
    changed: raw.selectionHasChanged,
    // The buyer must choose again an option that has changed.
    selectedHandle: raw.selectionHasChanged ? null : raw.selectedDeliveryOption,
  }),
);

const address = object({
  firstName: textOrNull,
  lastName: textOrNull,
  company: textOrNull,
  address1: textOrNull,
  address2: textOrNull,
  city: textOrNull,
  provinceCode: textOrNull,
  zip: textOrNull,
  countryCode: textOrNull,
});

/** Decodes the fragment `CheckoutCart`. */
export const cart = mapped(
  object({
    id: text,
    totalQuantity: integer,
    note: textOrNull,
    attributes,
    discountCodes: list(object({ code: text, applicable: boolean })),
    discountAllocations: discounts,
    appliedGiftCards: list(giftCard),
    buyerIdentity: object({ email: textOrNull, phone: textOrNull, countryCode: textOrNull }),
    delivery: member('addresses', list(member('address', address))),
    lines: nodes(line),
    deliveryGroups: nodes(group),
    cost: object({
      subtotalAmount: money,
      totalAmount: money,
      cashOnDeliveryAmount: money,
      totalTaxAmount: nullable(money),
      totalDutyAmount: nullable(money),
      taxesIncluded: boolean,
    }),
  }),
  ({ id, totalQuantity, note, buyerIdentity, lines, cost, ...raw }): Cart => ({
    id,
    totalQuantity,
    note,
    attributes: raw.attributes.map(({ key, value }) => ({ key, value: value ?? '' })),
    ...buyerIdentity,
    address: raw.delivery[0] ?? null,
    lines,
    groups: raw.deliveryGroups,
    requiresShipping: lines.some((item) => item.requiresShipping),
    codes: raw.discountCodes,
    discounts: raw.discountAllocations,
    giftCards: raw.appliedGiftCards,
    subtotal: cost.subtotalAmount,
    total: cost.totalAmount,
    cashTotal: cost.cashOnDeliveryAmount,
    tax: cost.totalTaxAmount,
    taxIncluded: cost.taxesIncluded,
    duty: cost.totalDutyAmount,
  }),
);

/** Decodes the answer of a change. Only the last change of a request returns the cart. */
export const cartAnswer = mapped(
  object({
    cart: nullable(cart),
    userErrors,
    warnings: list(object({ code: text, target: text, message: textOrNull })),
  }),
  ({ userErrors: errors, ...answer }): CartAnswer => ({ ...answer, errors }),
);
