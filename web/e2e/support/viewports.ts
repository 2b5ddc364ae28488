/** Marks tests that the project of phones leaves out, unless the environment asks for EVERY_VIEWPORT. */
export const DESKTOP_ONLY = '@desktop-only';

/**
 * On which viewports a test of a wallet's sheet runs. Whether a sheet opens depends on the page, and so on the viewport;
 * what it leads to does not: on phones every placement is bought from, and every end is tried on the product page.
 */
export const onPhones = (too: boolean): { readonly tag?: string } => (too ? {} : { tag: DESKTOP_ONLY });

/** Files that no viewport concerns; how pages look on a phone is for the others. The project of phones leaves them out likewise. */
export const ANY_VIEWPORT = [
  'api-clients.spec.ts',
  'captcha.spec.ts',
  'cart-client.spec.ts',
  'cart-provider.spec.ts',
  'codes.spec.ts',
  'gift-card-sold.spec.ts',
  'hydrogen.spec.ts',
  'markets.spec.ts',
  'merchant-rules.spec.ts',
  'outcomes.spec.ts',
  'plans.spec.ts',
  'strict-mode.spec.ts',
];
