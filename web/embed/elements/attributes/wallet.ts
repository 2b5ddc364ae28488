import { walletConfig, type WalletConfig } from '../../flows/instruments.ts';
import { parseAttributes, type AttributeSchema, type AttributeValues } from './parse.ts';
import type { CART_ATTRIBUTES, CHECKOUT_ATTRIBUTES } from './wallet-names.ts';

const COMMON = {
  'access-token': 'text!',
  'buyer-country': 'text!',
  'buyer-currency': 'text!',
  'cart-id': 'text',
  debug: 'flag',
  disabled: 'flag',
  'enabled-flags': 'array',
  'has-selling-plan': 'flag',
  'page-type': 'text',
  'requires-shipping': 'flag',
  'shop-id': 'text',
} as const satisfies AttributeSchema;

/** The attributes of `<accelerated-checkout-cart>` with their kinds. */
export const CART_SCHEMA = { ...COMMON, 'wallet-configs': 'array' } as const satisfies AttributeSchema &
  Record<(typeof CART_ATTRIBUTES)[number], string>;

/** The attributes of `<checkout-wallet-button>` with their kinds. */
export const CHECKOUT_SCHEMA = {
  ...COMMON,
  'call-to-action': 'flag',
  'only-sdk': 'flag',
  'wallet-config': 'object!',
} as const satisfies AttributeSchema & Record<(typeof CHECKOUT_ATTRIBUTES)[number], string>;

/** The typed attributes of the cart's and the checkout's element. */
export interface WalletSettings extends AttributeValues<typeof COMMON> {
  readonly wallets: readonly WalletConfig[];
  readonly callToAction: boolean;
  /** Loads the wallet's script and draws nothing. */
  readonly onlySdk: boolean;
}

export interface WalletSettingsResult {
  /** Null if a required attribute is missing. */
  readonly settings: WalletSettings | null;
  readonly problems: readonly string[];
}

/** Reads the attributes of a cart element. Of a wallet that is named twice the first entry counts. */
export function readCartSettings(element: Element): WalletSettingsResult {
  const { values, problems } = parseAttributes(element, CART_SCHEMA);
  const configs = (values?.walletConfigs ?? []).map(walletConfig).filter((config) => config !== null);
  const names = configs.map(({ name }) => name);
  const wallets = configs.filter(({ name }, at) => names.indexOf(name) === at);
  return { settings: values && { ...values, wallets, callToAction: false, onlySdk: false }, problems };
}

/** Reads the attributes of a checkout element. */
export function readCheckoutSettings(element: Element): WalletSettingsResult {
  const { values, problems } = parseAttributes(element, CHECKOUT_SCHEMA);
  const config = walletConfig(values?.walletConfig);
  return { settings: values && { ...values, wallets: config ? [config] : [] }, problems };
}
