/**
 * The neutral sheet protocol: the one contract between the flows, which know carts, and the adapters, which know a
 * vendor's payment sheet. A flow never sees a vendor's type, an adapter never sees a cart. What the shop's server does for
 * one vendor alone comes with the adapter, as operations that the flow calls.
 *
 * Adapters translate and nothing else. Amounts are minor units of one currency, computed by the server alone; a sheet
 * is the view of one revision of the cart. Types only.
 */

import type { CartClient } from '../cart/client.ts';
import type { RequestOptions } from '../cart/transport.ts';
import type { CartUserError } from '../cart/user-error.ts';

/** One price line of a sheet. */
export interface SheetLine {
  /** `recurring` is what later payments will be, and no part of the total. */
  readonly kind: 'subtotal' | 'line' | 'tax' | 'recurring';
  readonly label: string;
  /** Minor units of the totals' currency; negative for a discount. */
  readonly minor: number;
  /** When a `recurring` line falls due: every so many `DAY`s, `WEEK`s, `MONTH`s or `YEAR`s. No other line has one. */
  readonly schedule?: { readonly interval: string; readonly intervalCount: number };
}

/** What a sheet says the purchase costs. */
export interface SheetTotals {
  /** ISO 4217. */
  readonly currencyCode: string;
  readonly label: string;
  /** Minor units. What the buyer agrees to, and what is charged. */
  readonly minor: number;
  readonly lines: readonly SheetLine[];
}

/** One way of delivery that a sheet offers. */
export interface SheetOption {
  /** One delivery handle per delivery group, joined by commas. */
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** Minor units; for wallets that show it apart from the label. */
  readonly minor: number;
}

/** Everything a sheet shows of a cart. */
export interface SheetView {
  readonly totals: SheetTotals;
  /** Empty where nothing is delivered, or nothing can be. */
  readonly options: readonly SheetOption[];
  readonly selectedOptionId: string | null;
}

/** What a sheet error is about; wallets point at it with their own means. */
export type SheetSubject = 'shipping' | 'billing' | 'contact' | 'option' | 'payment' | 'coupon' | 'other';

/** The field a sheet error is about; `whole` where there is no single one. */
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

/** One thing that is wrong, as a sheet says it. */
export interface SheetError {
  /** The server's code, or one of ours. */
  readonly code: string;
  readonly subject: SheetSubject;
  readonly field: SheetField;
  /** The key of the message in the catalogue, e.g. `errors.missing.postal_code`. */
  readonly messageKey: string;
  /** The message itself, Czech. */
  readonly message: string;
  /** The shop does not deliver there at all: some wallets have a reason of its own for it. */
  readonly unserviceable: boolean;
}

/** At least one error: an empty list says nothing to a buyer. */
export type SheetErrors = readonly [SheetError, ...SheetError[]];

/** What a flow answers to a step. */
export type SheetReply =
  | { readonly kind: 'update'; readonly view: SheetView }
  /** The sheet stays open and the buyer can mend it. */
  | { readonly kind: 'show_error'; readonly view: SheetView | null; readonly errors: SheetErrors }
  /**
   * The session is over (aborted or decelerated). The adapter closes the sheet where the vendor lets it, and otherwise
   * shows the error; whatever comes later is not answered any more.
   */
  | { readonly kind: 'end'; readonly error: SheetError };

/** What a flow answers to a merchant's validation: what the vendor wrote for the merchant, untouched. */
export type ValidationReply =
  { readonly kind: 'validated'; readonly session: unknown } | Extract<SheetReply, { readonly kind: 'end' }>;

/** What a flow answers to an authorisation. */
export type AuthoriseReply = { readonly kind: 'complete' } | Exclude<SheetReply, { readonly kind: 'update' }>;

/** A person and a place, as a wallet gives them, already in the shop's terms. Redacted parts are null. */
export interface SheetContact {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly company: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly zip: string | null;
  /** A code where the country has codes, else the name. */
  readonly province: string | null;
  /** ISO 3166-1 alpha-2, or `ZZ` where the wallet names none. */
  readonly country: string;
  readonly phone: string | null;
}

/** The wallet's payment as the API takes it, without the billing address, which the flow adds. */
export interface WalletContent {
  /** The member of `CartWalletPaymentMethodInput`. */
  readonly input: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What the buyer agreed to. */
export interface AuthorisedPayment {
  readonly email: string | null;
  readonly shipping: SheetContact | null;
  readonly billing: SheetContact | null;
  /** The option that was selected in the sheet; null where none was asked for. */
  readonly optionId: string | null;
  readonly content: WalletContent;
}

/** What order a wallet's window is to show. */
export interface OrderRequest {
  /** From whose account it is paid; a word of the API. */
  readonly fundingSource: string;
  /** The account is to be charged again later. */
  readonly billingAgreement: boolean;
}

/** What a flow answers where a wallet's window wants an order: its name at the vendor's. */
export type OrderReply =
  { readonly kind: 'ordered'; readonly token: string } | Extract<SheetReply, { readonly kind: 'end' }>;

/** Who has agreed in a wallet's window, as the server has been told by the vendor (row 3.13). */
export interface BuyerDetails {
  readonly email: string | null;
  readonly payerId: string | null;
  /** RFC 3339. */
  readonly expiresAt: string;
  readonly remoteOrderId: string;
  readonly destination: SheetContact | null;
  /** Often no more than a country. */
  readonly billing: SheetContact | null;
}

/** What an operation of one wallet is called with: how the server is reached, and for which cart. */
export interface WalletCall {
  readonly client: CartClient;
  readonly cartId: string;
  readonly options: RequestOptions;
}

/** What the server answers to an operation of one wallet: what was asked for, or why there is none. */
export interface WalletAnswer<Value> {
  readonly value: Value | null;
  readonly userErrors: readonly CartUserError[];
}

/** Operations of the server that one wallet needs: those for the handlers that its adapter calls. */
export interface WalletOperations {
  /** For `merchantValidation`: what the vendor's server at this address wrote. Throws where it wrote nothing. */
  readonly validateMerchant?: (call: WalletCall, validationUrl: string) => Promise<unknown>;
  /** For `orderWanted`: makes an order at the vendor's and answers its name there. */
  readonly createOrder?: (call: WalletCall, wish: OrderRequest) => Promise<WalletAnswer<string>>;
  /** For `approved`: who has agreed to the order of this name. */
  readonly fetchBuyer?: (call: WalletCall, token: string) => Promise<WalletAnswer<BuyerDetails>>;
}

/** How a sheet closed. */
export type SheetClosing =
  | { readonly kind: 'cancelled' }
  /** The browser let no window open. */
  | { readonly kind: 'blocked' }
  /** After `complete`. */
  | { readonly kind: 'completed' }
  /** The vendor's SDK failed; `code` is its own word. */
  | { readonly kind: 'failed'; readonly code: string };

/**
 * What a flow does for an open sheet. Every promise settles, by its deadline at the latest, and never rejects: what
 * goes wrong is a reply. After the session has ended every step answers `end`.
 */
export interface SheetHandlers {
  /** The sheet is there: the cart is made or taken. */
  readonly opened: () => Promise<SheetReply>;
  /**
   * For wallets that want the merchant validated at an address of theirs, instead of `opened`: the cart is made or taken
   * first. Nothing of it is shown yet: the first step that changes the sheet does so.
   */
  readonly merchantValidation: (validationUrl: string) => Promise<ValidationReply>;
  readonly addressSelected: (address: SheetContact) => Promise<SheetReply>;
  readonly optionSelected: (id: string) => Promise<SheetReply>;
  /** For wallets that tell the billing country when a card is chosen. */
  readonly paymentMethodSelected: (billing: SheetContact | null) => Promise<SheetReply>;
  /** The sheet has room for one code: it takes the place of the one entered before. Empty: there is none any more. */
  readonly couponEntered: (code: string) => Promise<SheetReply>;
  readonly authorised: (payment: AuthorisedPayment) => Promise<AuthoriseReply>;
  /**
   * For wallets whose buyer agrees in a window of the vendor's, instead of `opened`: the cart is made or taken, and an
   * order for it made at the vendor's.
   */
  readonly orderWanted: (wish: OrderRequest) => Promise<OrderReply>;
  /**
   * The buyer has agreed to that order: who it is goes into the cart, the payment is bound, and the checkout goes on with
   * it. `content` answers null where the details are not enough to pay; the checkout asks for what is missing.
   */
  readonly approved: (
    token: string,
    content: (details: BuyerDetails) => WalletContent | null,
  ) => Promise<AuthoriseReply>;
  /** Exactly once, when the sheet is gone. */
  readonly closed: (how: SheetClosing) => void;
}

/** What is known when the sheet opens, in the click's own task. */
export interface SheetSetup {
  readonly requiresShipping: boolean;
  readonly hasSellingPlan: boolean;
  /** The currency the page shows, until the cart says otherwise. */
  readonly currencyCode: string;
  /** Shown beside the total before there is a cart. */
  readonly totalLabel: string;
}

/** A sheet that is open. */
export interface OpenSheet {
  /** The session is over for reasons of the page: closes the sheet where the vendor lets it. Safe to call twice. */
  readonly close: () => void;
}

/** Why a wallet cannot be offered here and now. */
export type IneligibleReason =
  /** The page's wallet parameters lack something the wallet needs. */
  | 'invalidWalletParams'
  /** The auth list is empty or malformed. */
  | 'invalidAuthParams'
  /** No entry of the auth list is still valid. */
  | 'authJwtExpired'
  /** The vendor's script did not load. */
  | 'sdkUnavailable'
  /** Nothing within the time for loading and asking. */
  | 'timeout'
  /** The vendor says that this browser or buyer cannot pay with it. */
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
   * Loads the vendor's script and asks whether the wallet can be offered. Never rejects. The caller puts the deadline
   * of the wallet selection on the signal.
   */
  readonly check: (
    goods: Pick<SheetSetup, 'requiresShipping' | 'hasSellingPlan'>,
    signal: AbortSignal,
  ) => Promise<Eligibility>;
  /**
   * Opens the sheet, in the task of the click: nothing may be awaited before. Only after `check` said yes. Where the
   * wallet can no longer be opened (its authorisation has expired), it answers why and no handler is ever called.
   */
  readonly open: (setup: SheetSetup, handlers: SheetHandlers) => OpenSheet | IneligibleReason;
  readonly operations?: WalletOperations;
}

/** What the module of a wallet exports. */
export type CreateWalletAdapter = (params: WalletParams) => WalletAdapter;
