import type { CreateWalletAdapter } from '../wallets/protocol.ts';

/** Every instrument of the specification, as attributes and as code name it. */
const NAMES = {
  buy_it_now: 'BuyItNow',
  more_options: 'MoreOptions',
  apple_pay: 'ApplePay',
  paypal: 'PayPal',
  venmo: 'Venmo',
  google_pay: 'GooglePay',
  shop_pay: 'ShopPay',
  facebook_pay: 'FacebookPay',
  buy_with_prime: 'BuyWithPrime',
  amazon_pay: 'AmazonPay',
} as const;

export type InstrumentName = (typeof NAMES)[keyof typeof NAMES] | 'Unknown';

/** The instrument an attribute names. */
export const instrumentName = (attributeName: string): InstrumentName =>
  Object.hasOwn(NAMES, attributeName) ? NAMES[attributeName as keyof typeof NAMES] : 'Unknown';

/** A wallet as the attributes `recommended`, `fallback`, `wallet-config` and `wallet-configs` describe it. */
export interface WalletConfig {
  readonly name: string;
  readonly walletParams: Readonly<Record<string, unknown>>;
}

/** An instrument the elements can show. Wallets register theirs; the elements know none by name. */
export interface Instrument {
  readonly name: InstrumentName;
  /** Branded instruments come with the more-options link beside them; the plain buy-it-now button does not. */
  readonly branded: boolean;
  /** What dialogs call the wallet; buy-it-now is none. */
  readonly walletName?: string;
}

/** A wallet that pays in a sheet of its vendor's. */
export interface SheetInstrument extends Instrument {
  readonly branded: true;
  readonly walletName: string;
  /** Loads the module of the wallet. */
  readonly loadAdapter: () => Promise<{ readonly createAdapter: CreateWalletAdapter }>;
}

export const BUY_IT_NOW: Instrument = { name: 'BuyItNow', branded: false };
/** The link to every other payment. */
export const MORE_OPTIONS: Instrument = { name: 'MoreOptions', branded: false };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A wallet as an attribute describes it; null where it has no name. */
export function walletConfig(value: unknown): WalletConfig | null {
  const { name, wallet_params: params } = isObject(value) ? value : {};
  return typeof name === 'string' ? { name, walletParams: isObject(params) ? params : {} } : null;
}
