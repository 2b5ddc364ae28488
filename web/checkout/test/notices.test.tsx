import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DECELERATION_FLAGS } from '../src/bootstrap/data.ts';
import { NOTICES } from '../src/texts/notices.ts';
import { unserviceable } from '../src/texts/delivery.ts';
import { Notices } from '../src/views/Notices.tsx';
import { decodeCheckoutData } from '../src/bootstrap/read.ts';
import { checkoutData } from './support.ts';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  document.body.replaceChildren();
});

/** The flags as row 2.31 lists them. */
const LISTED = [
  'wallet_currency_change',
  'wallet_dynamic_tax',
  'wallet_cart_not_ready',
  'wallet_not_enough_stock',
  'wallet_captcha_required',
  'wallet_payment_method_not_applicable',
  'wallet_deferred_payment_required',
  'wallet_localization_extension_field_error',
] as const;

function render(flags: Parameters<typeof Notices>[0]['flags']): string {
  const container = document.createElement('div');
  document.body.append(container);
  act(() => {
    createRoot(container).render(<Notices flags={flags} />);
  });
  return container.textContent;
}

describe('notices', () => {
  it.each(LISTED)('[2.31] %s has a Czech notice of its own', (flag) => {
    const text = render([flag]);
    expect(text.length).toBeGreaterThan(30);
    expect(text).toMatch(/[ěščřžýáíéůú]/u);
    const others = LISTED.filter((other) => other !== flag).map((other) => NOTICES[other]);
    expect(others).not.toContain(text);
  });

  it('[2.31] no flag is missing and none is invented', () => {
    expect([...DECELERATION_FLAGS].sort()).toEqual([...LISTED].sort());
  });

  it('[2.31] [8.01] the currency change is told with the listed text', () => {
    expect(render(['wallet_currency_change'])).toBe(
      'Váš košík a měna byly aktualizovány na základě dodací země.',
    );
  });

  it('[2.31] several flags are told one after another, none without flags', () => {
    expect(render(['wallet_dynamic_tax', 'wallet_captcha_required'])).toBe(
      NOTICES.wallet_dynamic_tax + NOTICES.wallet_captcha_required,
    );
    expect(render([])).toBe('');
  });

  it('[2.31] a flag that is not known is left out without breaking the page', () => {
    const given = { ...checkoutData(), notices: ['wallet_new', 'wallet_dynamic_tax'] };
    expect(decodeCheckoutData(given, '').notices).toEqual(['wallet_dynamic_tax']);
  });

  it('[8.01] an address without delivery is told with the name of the shop', () => {
    expect(unserviceable('Sojka')).toMatch(/^Sojka momentálně nedoručuje na tuto adresu\. /u);
  });
});
