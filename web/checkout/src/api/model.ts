import type { SubscriptionLine } from '../../../embed/cart/recurring.ts';
import type { CartUserError as UserError } from '../../../embed/cart/user-error.ts';
import type { PurchaseType } from '../purchase-type.ts';
import type * as api from './documents.types.ts';

export type { UserError };

/** The cart and the API's answers in this app's form. */
export interface Money {
  readonly amount: string;
  readonly currencyCode: string;
}

export interface Cart {
  readonly id: string;
  readonly totalQuantity: number;
  readonly note: string | null;
  readonly attributes: readonly Attribute[];
  readonly email: string | null;
  readonly phone: string | null;
  readonly countryCode: string | null;
  readonly address: CartAddress | null;
  readonly lines: readonly CartLine[];
  /** The delivery groups, single purchases first. Empty without a country or shipped goods. */
  readonly groups: readonly DeliveryGroup[];
  readonly requiresShipping: boolean;
  /** Discount codes as entered. */
  readonly codes: readonly { readonly code: string; readonly applicable: boolean }[];
  /** The discount that the lines' totals do not include yet. */
  readonly discounts: readonly Discount[];
  /** Gift cards that pay for it. */
  readonly giftCards: readonly GiftCard[];
  readonly subtotal: Money;
  /** The amount due, unless the buyer pays in cash. */
  readonly total: Money;
  /** The amount due in cash on delivery, in whole coins. */
  readonly cashTotal: Money;
  /** Tax in the total: in prices, or on top of them. */
  readonly tax: Money | null;
  readonly taxIncluded: boolean;
  /** Duty in the total; null if there is none. */
  readonly duty: Money | null;
}

/** A discount and its amount. */
export interface Discount {
  /** Its code, or its title when it needs none. */
  readonly name: string;
  readonly amount: Money;
}

export interface GiftCard {
  readonly id: string;
  readonly lastCharacters: string;
  readonly amount: Money;
}

/** A key and a value that a storefront or this page has put on the cart. */
export interface Attribute {
  readonly key: string;
  readonly value: string;
}

export interface CartAddress {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly company: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly provinceCode: string | null;
  readonly zip: string | null;
  readonly countryCode: string | null;
}

export interface CartLine {
  /** The recurring price; null for a single purchase. */
  readonly planned: SubscriptionLine | null;
  /** The name of its selling plan. */
  readonly planName: string | null;
  readonly id: string;
  /** The parent line, with which it is shown and removed; null if there is none. */
  readonly parentId: string | null;
  readonly merchandiseId: string;
  /** 0 when nothing is left. */
  readonly quantity: number;
  readonly title: string;
  readonly variantTitle: string | null;
  readonly image: string | null;
  readonly unitPrice: Money;
  readonly compareAtPrice: Money | null;
  /** Less the discounts of these goods. */
  readonly total: Money;
  readonly discounts: readonly Discount[];
  readonly requiresShipping: boolean;
  /** Whether it is a gift card, which is paid with the order. */
  readonly giftCard: boolean;
  readonly attributes: readonly { readonly key: string; readonly value: string | null }[];
}

export const DELIVERY_METHOD_TYPES = [
  'LOCAL',
  'NONE',
  'PICKUP_POINT',
  'PICK_UP',
  'RETAIL',
  'SHIPPING',
] as const satisfies readonly api.DeliveryMethodType[];

export type DeliveryMethodType = (typeof DELIVERY_METHOD_TYPES)[number];

/** A point on the map, in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

export interface DeliveryOption {
  readonly handle: string;
  /** The method; options of one method (its pick-up points) share it. */
  readonly code: string;
  readonly title: string;
  readonly description: string | null;
  /** The Czech delivery promise; null if there is none. */
  readonly promise: string | null;
  readonly type: DeliveryMethodType;
  readonly cost: Money;
  /** The cost after the discounts that apply once it is chosen. */
  readonly discounted: Money;
  readonly cashOnDelivery: boolean;
  /** Where its pick-up place is; null if that is not known. */
  readonly coordinates: Coordinates | null;
}

export interface DeliveryGroup {
  readonly id: string;
  /** The kind of purchase of its goods. */
  readonly purchase: PurchaseType;
  /** Goods are out of stock at the chosen place, or at every place if pick-up is the only option left. */
  readonly outOfStock: boolean;
  /** A carrier rate is pending, and no other option is chosen. */
  readonly pending: boolean;
  /** The chosen option now has another kind, title or place. */
  readonly changed: boolean;
  readonly options: readonly DeliveryOption[];
  readonly selectedHandle: string | null;
}

export interface CartWarning {
  readonly code: string;
  readonly target: string;
  /** Czech. */
  readonly message: string | null;
}

/** The answer of every ordinary change. No cart: it is gone, or it has become an order. */
export interface CartAnswer {
  readonly cart: Cart | null;
  readonly errors: readonly UserError[];
  readonly warnings: readonly CartWarning[];
}

/** A fault without a place: `code` decides where it is shown. */
export interface CodedError {
  readonly code: string;
  readonly message: string | null;
}

export type PrepareResult =
  | { readonly kind: 'ready' }
  | { readonly kind: 'not_ready'; readonly errors: readonly CodedError[] }
  | { readonly kind: 'throttled'; readonly pollAfter: string };

export type SubmitResult =
  | { readonly kind: 'success'; readonly attemptId: string; readonly redirectUrl: string }
  | { readonly kind: 'throttled'; readonly pollAfter: string }
  | { readonly kind: 'failed'; readonly errors: readonly CodedError[] }
  /** Nothing was charged: the buyer must first solve a captcha for this token. */
  | { readonly kind: 'captcha'; readonly challenge: CaptchaChallenge }
  | { readonly kind: 'already_accepted'; readonly attemptId: string };

/** A captcha: proof of work, or a question. */
export interface CaptchaChallenge {
  readonly challenge: string;
  /** Zero bits that the digest of the challenge, a colon and the number must begin with. */
  readonly difficulty: number;
  /** The Czech question; null if proof of work suffices. */
  readonly question: string | null;
}

/** The solution of a captcha. */
export type CaptchaSolution =
  | { readonly challenge: string; readonly work: string }
  | { readonly challenge: string; readonly answer: string };

export type AttemptResult =
  | { readonly kind: 'processing'; readonly pollDelay: number }
  /** A person must find out whether the payment succeeded. There is no order yet, and polling does not help. */
  | { readonly kind: 'in_review' }
  | { readonly kind: 'action_required'; readonly redirectUrl: string }
  | { readonly kind: 'failed'; readonly errors: readonly CodedError[] }
  | { readonly kind: 'success'; readonly orderUrl: string };

type NameAndPlace = 'firstName' | 'lastName' | 'company' | 'address1' | 'address2' | 'city' | 'zip' | 'phone';

/** A complete address; null if a part of it is unknown. */
export type DeliveryAddressInput = Required<
  Pick<api.CartDeliveryAddressInput, NameAndPlace | 'countryCode' | 'provinceCode'>
>;

/** The same as the billing address has it. */
export type MailingAddressInput = Required<
  Pick<api.MailingAddressInput, NameAndPlace | 'country' | 'province'>
>;
