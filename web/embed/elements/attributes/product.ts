import { isObject } from '../../../base/read.ts';
import { walletConfig, type WalletConfig } from '../../flows/instruments.ts';
import { parseAttributes, type AttributeSchema, type AttributeValues } from './parse.ts';

/** The attributes of `<accelerated-checkout>`. */
export const PRODUCT_ATTRIBUTES = {
  'access-token': 'text!',
  'buyer-country': 'text!',
  'buyer-currency': 'text!',
  debug: 'flag',
  'disable-compat': 'flag',
  disabled: 'flag',
  'enabled-flags': 'array',
  fallback: 'object',
  'has-selling-plan': 'flag',
  'page-type': 'text',
  'pci-enabled': 'flag',
  recommended: 'object',
  'recommended-instrument': 'text',
  'requires-shipping': 'flag',
  'shop-id': 'text',
  'variant-params': 'array',
  'wallet-params': 'object',
} as const satisfies AttributeSchema;

/** One variant as the page describes it. */
export interface VariantParams {
  readonly id: number;
  readonly requiresShipping: boolean;
}

/** The attributes of a product element, typed. */
export type ProductSettings = Omit<
  AttributeValues<typeof PRODUCT_ATTRIBUTES>,
  'recommended' | 'fallback' | 'variantParams'
> & {
  /** The wallet of `recommended` or, without it, of `recommended-instrument` and `wallet-params`. */
  readonly recommended: WalletConfig | null;
  /** The fallback; by default buy-it-now with empty wallet parameters. */
  readonly fallback: WalletConfig;
  readonly variantParams: readonly VariantParams[];
};

export interface ProductSettingsResult {
  /** Null if a required attribute is missing. */
  readonly settings: ProductSettings | null;
  readonly problems: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const variant = ({ id, requiresShipping }: Fields): VariantParams => ({
  id: Number(id),
  requiresShipping: requiresShipping === true,
});

/** Whether a variant must be shipped. The element's own flag applies to variants that the page does not list. */
export const requiresShipping = (settings: ProductSettings, variantId: number | undefined): boolean =>
  settings.variantParams.find(({ id }) => id === variantId)?.requiresShipping ?? settings.requiresShipping;

type Values = AttributeValues<typeof PRODUCT_ATTRIBUTES>;

/**
 * A name with missing or unreadable parameters still counts as a wallet: its adapter then reports why it cannot be
 * offered.
 */
const recommendedWallet = ({
  recommended,
  recommendedInstrument,
  walletParams,
}: Values): WalletConfig | null =>
  walletConfig(recommended) ?? walletConfig({ name: recommendedInstrument, wallet_params: walletParams });

/** Reads and checks the attributes of a product element. */
export function readProductSettings(element: Element): ProductSettingsResult {
  const { values, problems } = parseAttributes(element, PRODUCT_ATTRIBUTES);
  const settings = values && {
    ...values,
    recommended: recommendedWallet(values),
    fallback: walletConfig(values.fallback) ?? { name: 'buy_it_now', walletParams: {} },
    variantParams: (values.variantParams ?? []).filter(isObject).map(variant),
  };
  return { settings, problems };
}
