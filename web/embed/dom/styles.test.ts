// @vitest-environment node
import { looks } from 'virtual:looks/amazon_pay';
import { css as cartGridStyles } from 'virtual:styles/cartGrid';
import { css as dialogStyles } from 'virtual:styles/dialog';
import { css as pageStyles } from 'virtual:styles/page';
import { css as unscriptedStyles } from 'virtual:styles/unscripted';
import { css as walletStyles } from 'virtual:styles/wallet';
import { css as walletPageStyles } from 'virtual:styles/walletPage';
import { describe, expect, it } from 'vitest';

describe('page styles', () => {
  it('[2.24] the height is clamped between 25 and 55 px and is 44 px by default', () => {
    expect(pageStyles).toContain(
      'min-block-size:clamp(25px,var(--accelerated-checkout-button-block-size,var(--shopify-accelerated-checkout-button-block-size,44px)),55px)',
    );
  });

  it('[2.24] the row gap is 8 px', () => {
    expect(pageStyles).toContain(
      'var(--accelerated-checkout-row-gap,var(--shopify-accelerated-checkout-row-gap,8px))',
    );
  });

  it('[2.25] product buttons are at least 150 px wide', () => {
    expect(pageStyles).toContain('min-inline-size:150px');
  });

  it.each([
    'button-block-size',
    'button-border-radius',
    'button-box-shadow',
    'row-gap',
    'skeleton-background-color',
    'skeleton-animation-opacity-start',
    'skeleton-animation-opacity-end',
    'skeleton-animation-duration',
    'skeleton-animation-timing-function',
  ])('[B.05] %s falls back to the name existing themes set', (name) => {
    expect(pageStyles).toContain(
      `var(--accelerated-checkout-${name},var(--shopify-accelerated-checkout-${name},`,
    );
  });

  it('[2.17] skeletons of an element that is not defined go after 1000 ms, and at once without scripting', () => {
    expect(unscriptedStyles).toMatch(
      /:not\(:defined\)\)>:where\(\.shopify-payment-button__skeleton,\.wallet-cart-button__skeleton\)\{animation:0s 1s forwards/,
    );
    expect(unscriptedStyles).toMatch(
      /@media \(scripting:none\)\{accelerated-checkout:has\(>\.shopify-payment-button__skeleton\):not\(:has\(>noscript\)\),\.shopify-payment-button__skeleton,\.wallet-cart-button__skeleton\{display:none\}\}/,
    );
  });
});

describe('skeletons of wallets', () => {
  const skeleton = '[^{}]*wallet-cart-button__skeleton\\)';

  it.each([
    ['', 44],
    [':where\\(accelerated-checkout-cart\\) ', 42],
    [':where\\(\\.additional-checkout-buttons--vertical\\) ', 54],
  ])('[2.17] [2.24] %s are as high as the buttons: %d px', (around, px) => {
    expect(pageStyles).toMatch(
      new RegExp(
        `\\}${around}:where\\(\\.shopify${skeleton}\\{block-size:clamp\\([^}]*,${px}px\\)\\),55px\\)`,
      ),
    );
  });
});

describe('dialog styles', () => {
  it('[2.21] the dialog is at most 383 px wide and its content 50vh high, scrolling', () => {
    expect(dialogStyles).toContain('max-inline-size:383px');
    expect(dialogStyles).toMatch(/\.content\{[^}]*max-block-size:50vh[^}]*overflow-y:auto/);
  });

  it('[2.25] the retailer’s button is at least 140 px wide where there is room, and 150 px on a product', () => {
    expect(looks['amazon_pay']?.css).toContain(':host{min-inline-size:min(140px,100%)}');
    // A rule of the page wins over one of the button's own host.
    expect(walletPageStyles).toContain(
      ':where(accelerated-checkout>pay-wallet-button){min-inline-size:150px}',
    );
  });

  it('[B.09] respects reduced motion and forced colours', () => {
    expect(dialogStyles).toContain('prefers-reduced-motion:reduce');
    expect(dialogStyles).toContain('forced-colors:active');
  });
});

describe('wallet styles', () => {
  it.each([
    ['horizontal', 42],
    ['vertical', 54],
  ])('[2.24] buttons of a %s grid are %d px high', (orientation, px) => {
    expect(cartGridStyles).toContain(
      `:where(.wallet-cart-grid--${orientation}){--wallet-cart-height:${String(px)}px}`,
    );
    expect(walletPageStyles).toMatch(
      /\{[^}]*block-size:clamp\(25px,[^}]*,var\(--wallet-cart-height,44px\)\)\),55px\)/,
    );
  });

  it('[2.25] cart buttons fill the container, product buttons are at least 150 px wide', () => {
    expect(walletPageStyles).toContain('inline-size:100%');
    expect(walletPageStyles).toMatch(/accelerated-checkout>pay-wallet-button\)\{min-inline-size:150px\}/);
  });

  it('[B.09] respects reduced motion and forced colours', () => {
    expect(walletStyles).not.toMatch(/transition|animation/u);
    expect(walletStyles).toContain('forced-colors:active');
  });
});
