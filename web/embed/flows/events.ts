import type { IneligibleReason } from '../wallets/protocol.ts';
import type { DecelerationReason } from './deceleration.ts';
import type { InstrumentName } from './instruments.ts';
import type { ProductLine } from './product-form.ts';

/** Why a wallet is not offered: the adapter's reasons, or that the wallet is unknown here. */
export type WalletUnavailableReason = IneligibleReason | 'unsupported_instrument';

/** Why an element shows nothing, or an instrument was passed over. */
export type UnavailableReason =
  | WalletUnavailableReason
  | 'missing_product_form'
  | 'missing_attribute'
  | 'invalid_attribute'
  | 'legacy_cart';

/** Why a purchase ended in a dialog. */
export type FailureReason =
  | 'unrecoverable'
  | 'custom_validation'
  | 'out_of_stock'
  /** The wallet sells none of the goods in the cart. */
  | 'nothing_eligible'
  | 'checkout_unavailable'
  /** The wallet, or the server while its sheet was open, failed for reasons nothing else explains. */
  | 'wallet_unavailable'
  /** The browser let no window of the wallet's open. */
  | 'window_blocked'
  /** The wallet pays only for shipped goods. */
  | 'digital_cart';

/** The metrics of an element. */
export type Metric = EventDetails['accelerated-checkout:metric']['metric'];

/** The details of the events an element dispatches; all of them bubble and cross shadow roots. */
export interface EventDetails {
  /** Before any wallet starts. Cancelable: `preventDefault()` holds the checkout. */
  'accelerated-checkout:start': {
    readonly instrument: InstrumentName;
    /** Null for the purchase of a whole cart. */
    readonly line: ProductLine | null;
    readonly requiresShipping: boolean;
  };
  /** The shopper is being sent to the checkout. */
  'accelerated-checkout:complete': {
    readonly instrument: InstrumentName;
    readonly redirectUrl: string;
    readonly decelerationReason: DecelerationReason | null;
  };
  /** A dialog shows the shopper an error. */
  'accelerated-checkout:error': {
    readonly instrument: InstrumentName;
    readonly reason: FailureReason;
    readonly message: string;
  };
  /** The element offers nothing, or another wallet than the recommended one. */
  'accelerated-checkout:unavailable': {
    readonly instrument: InstrumentName | null;
    readonly reason: UnavailableReason;
  };
  /**
   * Something to count that needs no other word: the buyer closed the sheet, or an authorisation took too long. Only where
   * the visitor has agreed to be counted.
   */
  'accelerated-checkout:metric': {
    readonly instrument: InstrumentName;
    readonly metric: 'sheet_cancelled' | 'authorization_timeout';
    /** From the cookie that holds one. */
    readonly visitorId: string | null;
  };
  /** A wallet's button came into view, once per button. */
  'accelerated-checkout:visible': { readonly instrument: InstrumentName };
  /** The checkout's wallet button is there, or is not going to be. */
  'wallet-rendered':
    | { readonly status: 'success'; readonly instrument: InstrumentName }
    | {
        readonly status: 'failure';
        readonly instrument: InstrumentName | null;
        readonly reason: UnavailableReason;
      };
}

export type EventName = keyof EventDetails;
export type AcceleratedCheckoutEvent<Name extends EventName> = CustomEvent<EventDetails[Name]>;

/** Whether the page's developer has enabled logging of the element's events. */
const isDebugged = (target: EventTarget): boolean =>
  target instanceof Element && (target.getAttribute('debug') ?? 'false') !== 'false';

/** Dispatches an event. False if a listener prevented the default action. */
export function dispatch<Name extends EventName>(
  target: EventTarget,
  name: Name,
  detail: EventDetails[Name],
): boolean {
  if (isDebugged(target)) console.debug(name, detail);
  const cancelable = name === 'accelerated-checkout:start';
  return target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}
