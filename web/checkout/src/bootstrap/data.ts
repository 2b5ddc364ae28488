import type { Members } from '../../../base/read.ts';
import type { Cart } from '../api/model.ts';
import type { PurchaseType } from '../purchase-type.ts';

/** The data that the server writes into the page for this app (`<script type="application/json" id="checkout-data">`). */
export interface CheckoutData {
  readonly page: 'checkout' | 'confirmation';
  readonly cartId: string;
  readonly checkoutUrl: string;
  readonly confirmationUrl: string;
  readonly cartUrl: string;
  readonly api: { readonly endpoint: string; readonly accessToken: string };
  readonly shop: ShopData;
  readonly mode: 'test' | 'live';
  readonly notices: readonly DecelerationFlag[];
  readonly payments: readonly OfferedPayment[];
  /** The cart in the API's form, without carrier rates; null if the page does not start with the form. */
  readonly cart: Cart | null;
  /** A live attempt: its outcome is polled. `fromAccount`: it is to be paid from an account at a wallet's vendor. */
  readonly attempt: { readonly id: string; readonly fromAccount: boolean } | null;
  /** What to ask above the order button, and the cart's attribute if the buyer agrees; null if there is nothing to ask. */
  readonly consent: { readonly text: string; readonly key: string; readonly value: string } | null;
  /** Whether this browser has made the cart, as far as the server knows. */
  readonly ownCart: boolean;
  /** The shop's own wallet; null without one, or if the buyer declined it. `account/offer.ts` decodes it. */
  readonly shopWallet: Members | null;
}

export interface ShopData {
  readonly name: string;
  readonly currency: string;
  readonly countries: readonly Country[];
  /** Whether companies must enter IČO and DIČ. */
  readonly companyFields: CompanyFields;
  /** Whether a register fills in companies. */
  readonly companyRegister: boolean;
  /** Whether the shop has carrier rates. */
  readonly carrierRates: boolean;
  readonly email: string;
  readonly phone: string;
  readonly policies: {
    readonly terms: string;
    readonly privacy: string;
    readonly withdrawal: string;
  };
}

export interface Country {
  readonly code: string;
  readonly name: string;
  /** The fields of its addresses besides the names, in order. */
  readonly fields: readonly PlaceField[];
  /** The kind of its postal codes, which decides their name. */
  readonly zip: NounForms;
  /** The kind of its zones: states, provinces, emirates. */
  readonly zone: NounForms;
  /** The national form of telephone numbers; null if only the international form is known. */
  readonly phone: PhoneRule | null;
  /** The zones to choose from; empty if they are unknown. */
  readonly zones: readonly { readonly code: string; readonly name: string }[];
}

/** A country's telephone numbers, as the server reads them. */
export interface PhoneRule {
  /** Without `+`. */
  readonly callingCode: string;
  /** Written before the number at home and left out abroad; may be empty. */
  readonly trunk: string;
  /** Digits after the calling code. */
  readonly least: number;
  readonly most: number;
  /** Digits that a number may begin with. */
  readonly firstDigits: string;
  readonly example: string;
}

export const COMPANY_FIELDS = ['off', 'optional', 'required'] as const;
export type CompanyFields = (typeof COMPANY_FIELDS)[number];

export const PLACE_FIELDS = ['address1', 'address2', 'city', 'province', 'zip'] as const;

export interface PlaceField {
  readonly name: (typeof PLACE_FIELDS)[number];
  readonly required: boolean;
}

/** A noun as sentences need it: `Stát`, `stát`, `platný stát`. */
export interface NounForms {
  readonly label: string;
  readonly wanted: string;
  readonly valid: string;
}

/** Flags that an accelerated button adds to the checkout URL when it gives up on the fast way. */
export const DECELERATION_FLAGS = [
  'wallet_currency_change',
  'wallet_dynamic_tax',
  'wallet_cart_not_ready',
  'wallet_not_enough_stock',
  'wallet_captcha_required',
  'wallet_payment_method_not_applicable',
  'wallet_deferred_payment_required',
  'wallet_localization_extension_field_error',
] as const;

export type DecelerationFlag = (typeof DECELERATION_FLAGS)[number];

export const ACCOUNTS = ['paypal', 'venmo', 'amazon_pay'] as const;

/**
 * An account at a wallet's vendor. Its owner has approved an order for this cart, has agreed that the shop keeps the account,
 * or (at Amazon) has chosen an address and a card, and confirms the payment after ordering.
 */
export interface ApprovedAccount {
  readonly kind: 'account';
  readonly account: (typeof ACCOUNTS)[number];
  /** The order, or the session at Amazon. */
  readonly token: string;
  readonly payerId: string;
  readonly email: string | null;
  /** When the approval ends, RFC 3339. */
  readonly expiresAt: string;
  /** Whether the owner agreed that the shop keeps and charges the account; else the owner approved an order. */
  readonly agreement: boolean;
  /** Whether the approval is for a subscription. It pays for nothing else. */
  readonly renews: boolean;
  /** The name of what the owner approved or chose. Another one is newer than what was typed before. */
  readonly approval: string;
  /** What the cart has from the owner's choice at Amazon; null if nothing. `amazon/choice.ts` decodes it. */
  readonly amazon: unknown;
}

export type OfferedPayment =
  | ApprovedAccount
  | { readonly kind: 'card'; readonly hostedFieldsUrl: string }
  | { readonly kind: 'cash_on_delivery' }
  /** `due`: until when to pay, in a sentence. */
  | { readonly kind: 'bank_transfer'; readonly due: string | null };

/** The account among the payment methods; null without an approval. */
export function accountIn(payments: readonly OfferedPayment[]): ApprovedAccount | null {
  return payments.find((payment) => payment.kind === 'account') ?? null;
}

/** The approval of that account. */
export function approvalIn(payments: readonly OfferedPayment[]): string | null {
  return accountIn(payments)?.approval ?? null;
}

export type PaymentKind = OfferedPayment['kind'];

/** A delivery of an order. */
export interface DeliveryData {
  /** The goods of this delivery, if others have another one. */
  readonly group: PurchaseType | null;
  readonly title: string;
  readonly cost: string;
  readonly description: string | null;
}

export const SUM_KINDS = ['part', 'total', 'due'] as const;

/** A row of an order's sums, worded by the server. */
export interface OrderSumData {
  readonly label: string;
  readonly amount: string;
  /** `due`: what is left to pay after gift cards. */
  readonly kind: (typeof SUM_KINDS)[number];
}

/** An order as the confirmation shows it. Amounts are decimals such as `1290.00`. */
export interface OrderData {
  readonly number: number;
  readonly createdAt: string;
  readonly email: string;
  readonly lines: readonly OrderLineData[];
  /** The deliveries; empty if nothing is shipped. */
  readonly deliveries: readonly DeliveryData[];
  readonly deliveryAddress: readonly string[] | null;
  readonly billingAddress: readonly string[] | null;
  readonly currency: string;
  readonly sums: readonly OrderSumData[];
  /** Gift cards that were bought, with their codes. Their e-mail shows them, too. */
  readonly soldGiftCards: readonly SoldGiftCardData[];
  /** How to keep and use those codes; null if no code is of use. */
  readonly giftCardHint: string | null;
  /** Null if the order has no files. */
  readonly downloads: DownloadsData | null;
  /** The amount due. */
  readonly total: string;
  /** Whether prices hold the tax; else it is on top of them. */
  readonly taxesIncluded: boolean;
  readonly taxes: readonly { readonly rate: string; readonly base: string; readonly tax: string }[];
  /** The transfer that the buyer is asked for; null if there is none, or none any more. */
  readonly transfer: BankTransferData | null;
  /** How the order was paid, what went back, and what becomes of the goods. */
  readonly nextSteps: readonly string[];
  /** Where the buyer follows the parcels, at their carriers. */
  readonly parcels: readonly ParcelLinkData[];
  /** The heading of an order that came to nothing; null while there is something to thank for. */
  readonly standing: string | null;
}

export interface DownloadsData {
  readonly files: readonly FileData[];
  /** Why there are no links. */
  readonly note: string | null;
  /** What the buyer must agree to before the first download. */
  readonly consent: {
    readonly action: string;
    readonly reason: string;
    readonly text: string;
    readonly button: string;
  } | null;
  /** Confirms that the buyer agreed. */
  readonly confirmed: string | null;
  /** Whether files open by themselves within moments. */
  readonly isFinishing: boolean;
}

export interface FileData {
  readonly title: string;
  /** Null if the file cannot be downloaded now. */
  readonly url: string | null;
  readonly note: string | null;
}

export interface SoldGiftCardData {
  /** Null if the card is disabled. */
  readonly code: string | null;
  readonly amount: string;
  readonly currency: string;
  /** What the holder should know; null if the card pays with its whole value. */
  readonly note: string | null;
  /** Whether the code pays, or will. */
  readonly isOfUse: boolean;
}

export interface OrderLineData {
  readonly title: string;
  readonly variantTitle: string | null;
  /** The name of the selling plan. */
  readonly plan: string | null;
  readonly quantity: number;
  readonly unitPrice: string;
  readonly total: string;
  readonly image: string;
}

export interface ParcelLinkData {
  readonly text: string;
  readonly url: string;
}

export interface BankTransferData {
  /** Null if the account is known as IBAN only. */
  readonly account: string | null;
  readonly iban: string;
  readonly variableSymbol: string;
  /** The text for the payee; null if the transfer has a field for the variable symbol. */
  readonly message: string | null;
  readonly amount: string;
  /** Until when to pay, in a sentence; null if the order has no due day. */
  readonly due: string | null;
  /** QR Platba in crowns, the European code in euros; other currencies have none. */
  readonly qrSvg: string | null;
  /** What the code of QR Platba says. */
  readonly spayd: string | null;
  /** What the European code says. */
  readonly epc: string | null;
}
