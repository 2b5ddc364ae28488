import { members } from '../../base/read.ts';

/** The traits in which wallets differ. Flows check a trait, never a wallet's name. */
export interface WalletTraits {
  /** Its name in dialogs. */
  readonly walletName: string;
  /** It pays only for shipped goods. */
  readonly shippedOnly?: boolean;
  /** The buyer's data are removed from the cart after its sheet, however the sheet ended (row 4.14). */
  readonly forgetsBuyer?: boolean;
  /** It pays in a window of the vendor. Closing that window counts as the buyer's decision (row 4.20). */
  readonly inWindow?: boolean;
  /** The buyer orders in the checkout, which needs the data from the sheet: they are never removed (row 4.14). */
  readonly ordersInCheckout?: boolean;
}

/** One line of the table. Buy-it-now, the link and instruments known only by name have no traits. */
type Line = { readonly name: string } & Partial<WalletTraits>;

/** Every instrument of the specification, by its name in attributes. */
export const INSTRUMENTS = {
  buy_it_now: { name: 'BuyItNow' },
  more_options: { name: 'MoreOptions' },
  apple_pay: { name: 'ApplePay', walletName: 'Apple Pay', forgetsBuyer: true },
  paypal: { name: 'PayPal', walletName: 'PayPal', inWindow: true, ordersInCheckout: true },
  venmo: { name: 'Venmo', walletName: 'Venmo', inWindow: true, ordersInCheckout: true },
  google_pay: { name: 'GooglePay', walletName: 'Google Pay', shippedOnly: true },
  shop_pay: { name: 'ShopPay', walletName: 'Zkratka', ordersInCheckout: true },
  facebook_pay: { name: 'FacebookPay', walletName: 'Meta Pay' },
  buy_with_prime: { name: 'BuyWithPrime', walletName: 'Buy with Prime', ordersInCheckout: true },
  amazon_pay: { name: 'AmazonPay', walletName: 'Amazon Pay', ordersInCheckout: true },
} as const satisfies Readonly<Record<string, Line>>;

type Table = typeof INSTRUMENTS;

export type InstrumentName = Table[keyof Table]['name'] | 'Unknown';

/** The wallets that can be offered, by their names in attributes: the lines with traits. */
export type WalletKey = {
  [Key in keyof Table]: Table[Key] extends WalletTraits ? Key : never;
}[keyof Table];

/** The instrument an attribute names. */
export const instrumentName = (attributeName: string): InstrumentName =>
  Object.hasOwn(INSTRUMENTS, attributeName) ? INSTRUMENTS[attributeName as keyof Table].name : 'Unknown';

/** A wallet as the attributes `recommended`, `fallback`, `wallet-config` and `wallet-configs` describe it. */
export interface WalletConfig {
  readonly name: string;
  readonly walletParams: Readonly<Record<string, unknown>>;
}

/** An instrument that can be pressed. */
export interface Instrument extends Partial<WalletTraits> {
  readonly name: InstrumentName;
}

/** A wallet of the table. */
export type WalletInstrument = Instrument & WalletTraits;

export const BUY_IT_NOW_INSTRUMENT: Instrument = INSTRUMENTS.buy_it_now;
/** The link to every other payment. */
export const MORE_OPTIONS_INSTRUMENT: Instrument = INSTRUMENTS.more_options;

/** The wallet in an attribute's JSON; null if it has no name. */
export function walletConfig(value: unknown): WalletConfig | null {
  const { name, wallet_params: params } = members(value);
  return typeof name === 'string' ? { name, walletParams: members(params) } : null;
}
