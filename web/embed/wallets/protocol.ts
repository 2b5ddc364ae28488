/**
 * The sheet protocol: the contract between the flows, which know carts, and the adapters, which know a vendor's payment
 * sheet. A flow never sees a vendor's type, an adapter never sees a cart. Server operations for a single vendor belong
 * to its adapter; the flow calls them.
 *
 * Adapters translate and nothing else. Amounts are minor units of one currency, computed by the server alone; a sheet
 * is the view of one revision of the cart. Types only.
 */

import type { CartClient } from '../cart/client.ts';
import type { RequestOptions } from '../cart/transport.ts';
import type { CartUserError } from '../cart/user-error.ts';

/** One price line of a sheet. */
export interface SheetLine {
  /** `recurring` lines are later payments and not part of the total. */
  readonly kind: 'subtotal' | 'line' | 'tax' | 'recurring';
  readonly label: string;
  /** Minor units of the totals' currency; negative for a discount. */
  readonly minor: number;
  /** When a `recurring` line falls due: every so many `DAY`s, `WEEK`s, `MONTH`s or `YEAR`s. No other line has one. */
  readonly schedule?: { readonly interval: string; readonly intervalCount: number };
}

/** The totals that a sheet shows. */
export interface SheetTotals {
  /** ISO 4217. */
  readonly currencyCode: string;
  readonly label: string;
  /** Minor units. The amount that the buyer agrees to and that is charged. */
  readonly minor: number;
  readonly lines: readonly SheetLine[];
}

/** One way of delivery that a sheet offers. */
export interface SheetOption {
  /** One delivery handle per delivery group, joined by commas. */
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** Minor units; for wallets that show the price separately from the label. */
  readonly minor: number;
}

/** Everything a sheet shows of a cart. */
export interface SheetView {
  readonly totals: SheetTotals;
  /** Empty if nothing is delivered, or nothing can be. */
  readonly options: readonly SheetOption[];
  readonly selectedOptionId: string | null;
}

/** The part of the sheet that an error is about. */
export type SheetSubject = 'shipping' | 'billing' | 'contact' | 'option' | 'payment' | 'coupon' | 'other';

/** The field that a sheet error is about; `whole` if it is about several. */
export type SheetField =
  | 'email'
  | 'phone'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'address1'
  | 'address2'
  | 'city'
  | 'zone'
  | 'postalCode'
  | 'country'
  | 'whole';

/** One error as a sheet shows it. */
export interface SheetError {
  /** The server's code or the client's. */
  readonly code: string;
  readonly subject: SheetSubject;
  readonly field: SheetField;
  /** The key of the message in the catalogue, e.g. `errors.missing.postal_code`. */
  readonly messageKey: string;
  /** The message itself, Czech. */
  readonly message: string;
  /** The shop does not deliver there at all; some wallets have their own reason for that. */
  readonly unserviceable: boolean;
}

/** At least one error, because an empty list tells the buyer nothing. */
export type SheetErrors = readonly [SheetError, ...SheetError[]];

/** A flow's reply to a step. */
export type SheetReply =
  | { readonly kind: 'update'; readonly view: SheetView }
  /** The sheet stays open and the buyer can correct the error. */
  | { readonly kind: 'show_error'; readonly view: SheetView | null; readonly errors: SheetErrors }
  /**
   * The session is over (aborted or decelerated). The adapter closes the sheet if the vendor allows it, and otherwise shows
   * the error. The flow answers no later step.
   */
  | { readonly kind: 'end'; readonly error: SheetError };

/** A flow's reply to a merchant validation: the vendor's answer, unchanged. */
export type ValidationReply =
  { readonly kind: 'validated'; readonly session: unknown } | Extract<SheetReply, { readonly kind: 'end' }>;

/** A flow's reply to an authorisation. */
export type AuthoriseReply = { readonly kind: 'complete' } | Exclude<SheetReply, { readonly kind: 'update' }>;

/** A wallet's contact and address, converted to the shop's terms. Redacted parts are null. */
export interface SheetContact {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly company: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly zip: string | null;
  /** The zone's code if the country has codes, else its name. */
  readonly province: string | null;
  /** ISO 3166-1 alpha-2, or `ZZ` if the wallet names none. */
  readonly country: string;
  readonly phone: string | null;
}

/** The wallet's payment as the API takes it, without the billing address, which the flow adds. */
export interface WalletContent {
  /** The member of `CartWalletPaymentMethodInput`. */
  readonly input: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The payment that the buyer agreed to. */
export interface AuthorisedPayment {
  readonly email: string | null;
  readonly shipping: SheetContact | null;
  readonly billing: SheetContact | null;
  /** The option selected in the sheet; null if the sheet did not ask for one. */
  readonly optionId: string | null;
  readonly content: WalletContent;
}

/** The order that a wallet's window is to show. */
export interface OrderRequest {
  /** The account that pays, as the API names it. */
  readonly fundingSource: string;
  /** The account is to be charged again later. */
  readonly billingAgreement: boolean;
}

/** A flow's reply to a request for an order: the vendor's token for it. */
export type OrderReply =
  { readonly kind: 'ordered'; readonly token: string } | Extract<SheetReply, { readonly kind: 'end' }>;

/** What a wallet asks for before its buyer continues on the vendor's own pages. */
export interface VendorPageRequest {
  /** The page has the settings: none are fetched, and an existing cart is not read. */
  readonly isSupplied: boolean;
  /** The server has to prepare the cart first. */
  readonly preparesCart: boolean;
}

/** A flow's reply to that: the server's settings of the vendor's pages, or null if the page has them. */
export type VendorPageReply =
  { readonly kind: 'settings'; readonly settings: unknown } | Extract<SheetReply, { readonly kind: 'end' }>;

/** A flow's reply to a request for what binds the payment to the cart. */
export type ContextReply =
  { readonly kind: 'context'; readonly context: string } | Exclude<SheetReply, { readonly kind: 'update' }>;

/** The buyer who agreed in a wallet's window, from the vendor by way of the server (row 3.13). */
export interface BuyerDetails {
  readonly email: string | null;
  readonly payerId: string | null;
  /** RFC 3339. */
  readonly expiresAt: string;
  readonly remoteOrderId: string;
  readonly destination: SheetContact | null;
  /** Often only a country. */
  readonly billing: SheetContact | null;
}

/** The shop's server, and the token that opens it to storefronts. */
export interface ShopAccess {
  readonly origin: string;
  readonly accessToken: string;
}

/** The input of an operation of one wallet: the client and the cart. */
export interface WalletCall {
  readonly client: CartClient;
  /** For what the server answers outside of the client's API. */
  readonly shop: ShopAccess;
  readonly cartId: string;
  readonly checkoutUrl: string;
  readonly options: RequestOptions;
}

/** The server's answer to an operation of one wallet: the value, or the error. */
export interface WalletAnswer<Value> {
  readonly value: Value | null;
  readonly userErrors: readonly CartUserError[];
}

/** Server operations of one wallet, for the handlers that its adapter calls. */
export interface WalletOperations {
  /** For `merchantValidation`: returns the answer of the vendor's server at this URL. Throws if there is none. */
  readonly validateMerchant?: (call: WalletCall, validationUrl: string) => Promise<unknown>;
  /** For `orderWanted`: creates an order at the vendor and returns the vendor's token for it. */
  readonly createOrder?: (call: WalletCall, wish: OrderRequest) => Promise<WalletAnswer<string>>;
  /** For `vendorPageWanted`: returns the settings of the vendor's pages. */
  readonly fetchSettings?: (call: WalletCall) => Promise<WalletAnswer<unknown>>;
  /** For `contextWanted`: returns the server's text for what the cart costs now. */
  readonly fetchContext?: (call: WalletCall) => Promise<WalletAnswer<string>>;
  /** For `approved`: returns the buyer who agreed to the order of this token. */
  readonly fetchBuyer?: (call: WalletCall, token: string) => Promise<WalletAnswer<BuyerDetails>>;
}

/** How a sheet closed. */
export type SheetClosing =
  | { readonly kind: 'cancelled' }
  /** The browser blocked the window. */
  | { readonly kind: 'blocked' }
  /** After `complete`. */
  | { readonly kind: 'completed' }
  /** The browser is going to the vendor's own pages. */
  | { readonly kind: 'left' }
  /** The vendor's SDK failed; `code` is the vendor's. */
  | { readonly kind: 'failed'; readonly code: string };

/**
 * The handlers of an open sheet, implemented by a flow. Every promise resolves by its deadline and never rejects: failures are
 * replies. After the session has ended every step resolves to `end`.
 */
export interface SheetHandlers {
  /** The sheet is open: the flow creates or reads the cart. */
  readonly opened: () => Promise<SheetReply>;
  /**
   * Replaces `opened` for wallets that validate the merchant at their URL. The flow first creates or reads the cart. The
   * sheet shows it only with the next step.
   */
  readonly merchantValidation: (validationUrl: string) => Promise<ValidationReply>;
  readonly addressSelected: (address: SheetContact) => Promise<SheetReply>;
  readonly optionSelected: (id: string) => Promise<SheetReply>;
  /** For wallets that reveal the billing country when a card is chosen. */
  readonly paymentMethodSelected: (billing: SheetContact | null) => Promise<SheetReply>;
  /** The sheet has one code: a new one replaces the previous one, an empty one removes it. */
  readonly couponEntered: (code: string) => Promise<SheetReply>;
  readonly authorised: (payment: AuthorisedPayment) => Promise<AuthoriseReply>;
  /**
   * Replaces `opened` for wallets whose buyer agrees in the vendor's window. The flow creates or reads the cart, and creates
   * an order for it at the vendor.
   */
  readonly orderWanted: (wish: OrderRequest) => Promise<OrderReply>;
  /**
   * The buyer has agreed to that order. The flow writes the buyer's identity into the cart, binds the payment, and leads to
   * the checkout. `content` returns null if the details do not suffice to pay; the checkout then asks for the rest.
   */
  readonly approved: (
    token: string,
    content: (details: BuyerDetails) => WalletContent | null,
  ) => Promise<AuthoriseReply>;
  /**
   * Replaces `opened` for wallets whose buyer continues on the vendor's own pages. The flow creates or reads the cart, and
   * fetches the settings of those pages unless the page has them.
   */
  readonly vendorPageWanted: (wish: VendorPageRequest) => Promise<VendorPageReply>;
  /**
   * For wallets that bind the payment to a text of the server's: the one for the latest revision of the cart. A wallet asks
   * for it after each change of what the sheet shows.
   */
  readonly contextWanted: () => Promise<ContextReply>;
  /** Called exactly once, when the sheet has closed. */
  readonly closed: (how: SheetClosing) => void;
}

/** The data known when the sheet opens, in the click's own task. */
export interface SheetSetup {
  readonly requiresShipping: boolean;
  readonly hasSellingPlan: boolean;
  /** The page's currency; replaced by the cart's. */
  readonly currencyCode: string;
  /** Shown next to the total until there is a cart. */
  readonly totalLabel: string;
}

/** A sheet that is open. */
export interface OpenSheet {
  /** Closes the sheet for reasons of the page, if the vendor permits that. Idempotent. */
  readonly close: () => void;
}

/** Why a wallet cannot be offered here and now. */
export type IneligibleReason =
  /** The page's wallet parameters are incomplete. */
  | 'invalidWalletParams'
  /** The auth list is empty or malformed. */
  | 'invalidAuthParams'
  /** No entry of the auth list is still valid. */
  | 'authJwtExpired'
  /** The vendor's script did not load. */
  | 'sdkUnavailable'
  /** No answer within the time for loading and checking. */
  | 'timeout'
  /** The vendor reports that this browser or buyer cannot pay with it. */
  | 'notReady'
  /** The wallet cannot be used for goods that are not shipped. */
  | 'digitalCart';

/** Whether a wallet can be offered. */
export type Eligibility =
  { readonly eligible: true } | { readonly eligible: false; readonly reason: IneligibleReason };

/** A wallet's `wallet_params` as the page has them: unchecked. */
export type WalletParams = Readonly<Record<string, unknown>>;

/** One wallet with one set of parameters. */
export interface WalletAdapter {
  /**
   * Loads the vendor's script and checks whether the wallet can be offered. Never rejects. The caller's signal has the
   * deadline of the wallet selection.
   */
  readonly check: (
    goods: Pick<SheetSetup, 'requiresShipping' | 'hasSellingPlan'>,
    signal: AbortSignal,
  ) => Promise<Eligibility>;
  /**
   * Opens the sheet. Call it in the task of the click, without an await before, and only after a successful `check`. If the
   * wallet can no longer be opened (its authorisation has expired), it returns the reason and calls no handler.
   */
  readonly open: (setup: SheetSetup, handlers: SheetHandlers) => OpenSheet | IneligibleReason;
  readonly operations?: WalletOperations;
}

/** The export of a wallet's module. */
export type CreateWalletAdapter = (params: WalletParams) => WalletAdapter;
