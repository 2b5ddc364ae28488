import type { WalletConfig } from '../flows/instruments.ts';
import { parseAttributes, type AttributeProblem, type AttributeValues } from './attributes.ts';

/** The attributes of `<accelerated-checkout>`. */
export const PRODUCT_ATTRIBUTES = [
  'access-token',
  'buyer-country',
  'buyer-currency',
  'debug',
  'disable-compat',
  'disabled',
  'enabled-flags',
  'fallback',
  'has-selling-plan',
  'page-type',
  'pci-enabled',
  'recommended',
  'requires-shipping',
  'shop-id',
  'variant-params',
] as const;

const REQUIRED = ['access-token', 'buyer-country', 'buyer-currency'] as const;

type Values = AttributeValues<(typeof PRODUCT_ATTRIBUTES)[number]>;

/** What the element needs to know of one variant. */
export interface VariantParams {
  readonly id: number;
  readonly requiresShipping: boolean;
}

/** The attributes of a product element, typed. Null where a required one is missing. */
export interface ProductSettings {
  readonly accessToken: string;
  readonly buyerCountry: string;
  readonly buyerCurrency: string;
  readonly recommended: WalletConfig | null;
  readonly fallback: WalletConfig;
  readonly variantParams: readonly VariantParams[];
  readonly enabledFlags: readonly string[];
  readonly disabled: boolean;
  readonly hasSellingPlan: boolean;
  readonly requiresShipping: boolean;
  readonly pciEnabled: boolean;
  readonly disableCompat: boolean;
  readonly debug: boolean;
  readonly shopId: string | null;
  readonly pageType: string | null;
}

export interface ProductSettingsResult {
  readonly settings: ProductSettings | null;
  readonly problems: readonly AttributeProblem[];
}

const DEFAULT_FALLBACK: WalletConfig = { name: 'buy_it_now', walletParams: {} };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A wallet of `recommended` or `fallback`; null where it has no name. */
function wallet(value: Values['recommended']): WalletConfig | null {
  const name = value?.['name'];
  const params = value?.['wallet_params'];
  return typeof name === 'string' ? { name, walletParams: isRecord(params) ? params : {} } : null;
}

const variants = (values: readonly unknown[]): VariantParams[] =>
  values
    .filter(isRecord)
    .map((value) => ({ id: Number(value['id']), requiresShipping: value['requiresShipping'] === true }));

/** Reads and checks the attributes of a product element. */
export function readProductSettings(element: Element): ProductSettingsResult {
  const { values, problems } = parseAttributes(element, PRODUCT_ATTRIBUTES, REQUIRED);
  const accessToken = values['access-token'];
  const buyerCountry = values['buyer-country'];
  const buyerCurrency = values['buyer-currency'];
  if (accessToken === null || buyerCountry === null || buyerCurrency === null)
    return { settings: null, problems };
  const settings: ProductSettings = {
    accessToken,
    buyerCountry,
    buyerCurrency,
    recommended: wallet(values.recommended),
    fallback: wallet(values.fallback) ?? DEFAULT_FALLBACK,
    variantParams: variants(values['variant-params'] ?? []),
    enabledFlags: (values['enabled-flags'] ?? []).filter((flag) => typeof flag === 'string'),
    disabled: values.disabled,
    hasSellingPlan: values['has-selling-plan'],
    requiresShipping: values['requires-shipping'],
    pciEnabled: values['pci-enabled'],
    disableCompat: values['disable-compat'],
    debug: values.debug,
    shopId: values['shop-id'],
    pageType: values['page-type'],
  };
  return { settings, problems };
}
