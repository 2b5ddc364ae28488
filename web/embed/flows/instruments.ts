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

/** A wallet as the attributes `recommended` and `fallback` describe it. */
export interface WalletConfig {
  readonly name: string;
  readonly walletParams: Readonly<Record<string, unknown>>;
}

/** An instrument the product element can show. Wallets register theirs; the element knows none by name. */
export interface Instrument {
  readonly name: InstrumentName;
  /** Branded instruments come with the more-options link beside them; the plain buy-it-now button does not. */
  readonly branded: boolean;
  /** What dialogs call the wallet; buy-it-now is none. */
  readonly walletName?: string;
}

export const BUY_IT_NOW: Instrument = { name: 'BuyItNow', branded: false };

const registry = new Map<InstrumentName, Instrument>([[BUY_IT_NOW.name, BUY_IT_NOW]]);

/** Makes an instrument available to every product element. The answer takes it back. */
export function registerInstrument(instrument: Instrument): () => void {
  registry.set(instrument.name, instrument);
  return () => registry.delete(instrument.name);
}

/** The first of the candidates that is available, and why the ones before it are not. */
export interface Selection {
  readonly instrument: Instrument;
  readonly skipped: readonly InstrumentName[];
}

/** Chooses: recommended, then fallback, then buy-it-now. */
export function selectInstrument(candidates: readonly (WalletConfig | null)[]): Selection {
  const skipped: InstrumentName[] = [];
  for (const candidate of candidates) {
    if (candidate === null) continue;
    const name = instrumentName(candidate.name);
    const instrument = registry.get(name);
    if (instrument) return { instrument, skipped };
    skipped.push(name);
  }
  return { instrument: BUY_IT_NOW, skipped };
}
