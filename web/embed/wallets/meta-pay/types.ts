/**
 * Meta Pay's script, as far as this shop uses it. Meta documents the members of the configuration, of the details and of the
 * container. The script's address, its global, the names of its events and methods, and how it reports errors are not
 * public: those are ours, modelled on the W3C's Payment Request API.
 */

/** `TEST` and `LIVE` payments never mix. */
export type Mode = 'TEST' | 'LIVE';

/** A card's number, or a network's token with a one-time cryptogram. */
export type ContainerType = 'basic-card-v1' | 'ecom-token-v1';

/** The merchant, its payment partner, and what a payment is bound to. */
export interface PaymentConfiguration {
  readonly mode: Mode;
  readonly partnerId: string;
  readonly partnerMerchantId: string;
  /** ISO 3166-1 alpha-2. */
  readonly acquirerCountryCode: string;
  /** The container types that the merchant accepts, each with an object of options. */
  readonly supportedContainers: Readonly<Record<string, object>>;
  /** Opaque. The merchant's server verifies it in the container. Without one the buyer cannot pay yet. */
  readonly containerContext?: string;
}

/** A price as a decimal text, in a currency of ISO 4217. */
export interface PaymentAmount {
  readonly currency: string;
  readonly value: string;
}

export interface PaymentItem {
  readonly label: string;
  readonly amount: PaymentAmount;
}

export interface Offer {
  readonly code: string;
}

/** Before the buyer's consent it has only the members that tax and delivery need: country, region, city and postal code. */
export interface PaymentAddress {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly region?: string;
  readonly city?: string;
  readonly postalCode?: string;
  readonly addressLine?: readonly string[];
  readonly recipient?: string;
  readonly phone?: string;
}

export interface FulfillmentOption {
  readonly id: string;
  readonly label: string;
  readonly price: PaymentAmount;
}

/** What the sheet shows when it opens. */
export interface PaymentDetails {
  readonly total: PaymentItem;
  /** They add up to the total. */
  readonly summaryItems?: readonly PaymentItem[];
  /** Details that are not part of the sum. */
  readonly displayItems?: readonly PaymentItem[];
  /** The offers that apply, or, in an event, those that the buyer has entered. */
  readonly offers?: readonly Offer[];
  readonly fulfillmentOptions?: readonly FulfillmentOption[];
  readonly fulfillmentOptionId?: string;
}

/** What the buyer has chosen so far. Addresses are redacted. */
export interface ChangedPaymentDetails extends PaymentDetails {
  readonly billingAddress?: PaymentAddress;
  readonly shippingAddress?: PaymentAddress;
}

/** Messages by the address's member; `error` is about the address as a whole. */
export type AddressErrors = Readonly<Partial<Record<keyof PaymentAddress | 'error', string>>>;

/** Messages for the buyer, by the part of the sheet that shows them. */
export interface PaymentErrors {
  /** About no part of the sheet. */
  readonly error?: string;
  readonly payer?: Readonly<Partial<Record<'name' | 'email' | 'phone', string>>>;
  readonly billingAddress?: AddressErrors;
  readonly shippingAddress?: AddressErrors;
  readonly fulfillmentOption?: string;
  readonly offer?: string;
  readonly payment?: string;
}

/**
 * The answer to a change. Missing members keep their values, except that earlier errors go, and that the context goes with the
 * total that it was for.
 */
export interface PaymentDetailsUpdate extends Partial<PaymentDetails> {
  /** The context for this total. Ours: Meta's documentation has one in the configuration alone. */
  readonly containerContext?: string;
  readonly errors?: PaymentErrors;
}

/** What the sheet asks the buyer for. */
export interface PaymentOptions {
  readonly requestBillingAddress: boolean;
  readonly requestShipping: boolean;
  readonly requestPayerName: boolean;
  readonly requestPayerEmail: boolean;
  readonly requestPayerPhone: boolean;
}

/** The sealed payment. Only the payment partner can open it. */
export interface PaymentContainer {
  readonly mode: Mode;
  readonly containerId: string;
  readonly containerType: string;
  readonly containerData: string;
}

/** The buyer's consent. The sheet stays open until one of the two methods is called. */
export interface PaymentResponse {
  readonly container: PaymentContainer;
  readonly payerName?: string;
  readonly payerEmail?: string;
  readonly payerPhone?: string;
  readonly billingAddress?: PaymentAddress;
  readonly shippingAddress?: PaymentAddress;
  readonly fulfillmentOptionId?: string;
  /** Closes the sheet. */
  readonly complete: (result: 'success' | 'fail') => Promise<void>;
  /** Shows errors. Resolves to the next consent, or rejects when the buyer closes the sheet. */
  readonly retry: (errors: PaymentErrors) => Promise<PaymentResponse>;
}

/** The first event comes when the sheet has opened. Each next one follows the answer to the one before. */
export interface PaymentDetailsChangedEvent {
  readonly paymentDetails: ChangedPaymentDetails;
  /** Call it before the listener returns. */
  readonly updateWith: (update: PaymentDetailsUpdate | Promise<PaymentDetailsUpdate>) => void;
}

export interface PaymentRequest {
  readonly addEventListener: (
    type: 'paymentdetailschanged',
    listener: (event: PaymentDetailsChangedEvent) => void,
  ) => void;
  /** Whether this browser and buyer can pay. */
  readonly canMakePayment: () => Promise<boolean>;
  /** Opens the sheet. Rejects with an error that has a `code`; `CANCELLED` if the buyer closes the sheet. */
  readonly show: () => Promise<PaymentResponse>;
}

/** The script's global, `metaPay`. */
export interface Api {
  /** Throws if an argument is invalid. */
  readonly PaymentRequest: new (
    configuration: PaymentConfiguration,
    details: PaymentDetails,
    options: PaymentOptions,
  ) => PaymentRequest;
}
