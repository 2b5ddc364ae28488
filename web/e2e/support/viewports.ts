/** Marks tests that the project of phones leaves out, unless the environment asks for EVERY_VIEWPORT. */
export const DESKTOP_ONLY = '@desktop-only';

/**
 * On which viewports a test of a wallet's sheet runs. Whether a sheet opens depends on the page, and so on the viewport;
 * what it leads to does not: on phones every placement is bought from, and every end is tried on the product page.
 */
export const onPhones = (too: boolean): { readonly tag?: string } => (too ? {} : { tag: DESKTOP_ONLY });

/** Files about what the shop answers, which is the same on every viewport. How pages look on a phone is for the others. */
export const OF_ANSWERS = [
  'captcha.spec.ts',
  'codes.spec.ts',
  'gift-card-sold.spec.ts',
  'markets.spec.ts',
  'merchant-rules.spec.ts',
  'outcomes.spec.ts',
  'plans.spec.ts',
  'strict-mode.spec.ts',
];
