import { beforeEach, describe, expect, it } from 'vitest';
import { one, page, settle } from '../../test/form.ts';
import { loadWallet } from '../loaders/chunks.ts';
import { PAY_WALLET_TAG } from '../tags.ts';
import { CART_ATTRIBUTES, CHECKOUT_ATTRIBUTES } from './wallet-names.ts';
import { readCartSettings, readCheckoutSettings } from './wallet.ts';

const REQUIRED = { 'access-token': 't', 'buyer-country': 'CZ', 'buyer-currency': 'CZK' };
const WALLET = '{"name":"google_pay","wallet_params":{"countryCode":"CZ"}}';

/** How the elements differ: what each needs besides, and how it is read. */
const ELEMENTS = {
  'accelerated-checkout-cart': {
    names: CART_ATTRIBUTES,
    required: REQUIRED,
    read: readCartSettings,
  },
  'checkout-wallet-button': {
    names: CHECKOUT_ATTRIBUTES,
    required: { ...REQUIRED, 'wallet-config': WALLET },
    read: readCheckoutSettings,
  },
} as const;
type Tag = keyof typeof ELEMENTS;

/** What each attribute is where it is absent, given, and malformed; malformed ones are told. */
const ATTRIBUTES: Readonly<
  Record<
    (typeof CART_ATTRIBUTES)[number] | (typeof CHECKOUT_ATTRIBUTES)[number],
    {
      setting: string;
      absent?: unknown;
      given: readonly [text: string, value: unknown];
      malformed?: readonly string[];
    }
  >
> = {
  'access-token': { setting: 'accessToken', given: [' t ', 't'] },
  'buyer-country': { setting: 'buyerCountry', given: ['SK', 'SK'] },
  'buyer-currency': { setting: 'buyerCurrency', given: ['EUR', 'EUR'] },
  'call-to-action': { setting: 'callToAction', absent: false, given: ['', true] },
  'cart-id': { setting: 'cartId', absent: null, given: ['gid://shopify/Cart/Z', 'gid://shopify/Cart/Z'] },
  debug: { setting: 'debug', absent: false, given: ['', true] },
  disabled: { setting: 'disabled', absent: false, given: ['', true] },
  'enabled-flags': {
    setting: 'enabledFlags',
    absent: null,
    given: ['["a"]', ['a']],
    malformed: ['[', '{}', '"a"', 'a', 'null'],
  },
  'has-selling-plan': { setting: 'hasSellingPlan', absent: false, given: ['true', true] },
  'only-sdk': { setting: 'onlySdk', absent: false, given: ['', true] },
  'page-type': { setting: 'pageType', absent: null, given: ['checkout', 'checkout'] },
  'requires-shipping': { setting: 'requiresShipping', absent: false, given: ['', true] },
  'shop-id': { setting: 'shopId', absent: null, given: ['1991', '1991'] },
  'wallet-config': {
    setting: 'wallets',
    given: [WALLET, [{ name: 'google_pay', walletParams: { countryCode: 'CZ' } }]],
    malformed: ['{', '[]', '"google_pay"', 'google_pay', 'null'],
  },
  'wallet-configs': {
    setting: 'wallets',
    absent: [],
    given: [`[${WALLET}]`, [{ name: 'google_pay', walletParams: { countryCode: 'CZ' } }]],
    malformed: ['[', '{}', '"google_pay"', 'null'],
  },
};

/** The element's settings with one attribute set, or taken away. */
function settingsWith(tag: Tag, name: string, text: string | null) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(ELEMENTS[tag].required)) element.setAttribute(key, value);
  if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
  const { settings, problems } = ELEMENTS[tag].read(element);
  const { setting } = ATTRIBUTES[name as keyof typeof ATTRIBUTES];
  return { settings, value: (settings as Record<string, unknown> | null)?.[setting], problems };
}

const rows = (Object.keys(ELEMENTS) as Tag[]).flatMap((tag) =>
  ELEMENTS[tag].names.map((name) => ({ tag, name, ...ATTRIBUTES[name] })),
);
const isRequired = ({ tag, name }: (typeof rows)[number]): boolean => name in ELEMENTS[tag].required;

describe.each(Object.keys(ELEMENTS) as Tag[])('<%s>', (tag) => {
  const own = rows.filter((row) => row.tag === tag);

  it.each(own)('[3.14] $name is read', ({ name, given: [text, value] }) => {
    expect(settingsWith(tag, name, text)).toMatchObject({ value, problems: [] });
  });

  it.each(own.filter((row) => !isRequired(row)))('[3.14] $name may be absent', ({ name, absent }) => {
    for (const text of Array.isArray(absent) || absent === null ? [null, '', '  '] : [null])
      expect(settingsWith(tag, name, text)).toMatchObject({ value: absent, problems: [] });
  });

  it.each(own.filter(({ absent }) => absent === false))('[3.14] $name is off as "false"', ({ name }) => {
    expect(settingsWith(tag, name, 'false')).toMatchObject({ value: false, problems: [] });
  });

  it.each(own.filter(isRequired))('[3.15] without $name nothing can be offered', ({ name }) => {
    for (const text of [null, '', '  '])
      expect(settingsWith(tag, name, text)).toMatchObject({
        settings: null,
        problems: [`<${tag}> needs the attribute "${name}".`],
      });
  });

  it.each(own.flatMap(({ malformed = [], ...row }) => malformed.map((text) => ({ ...row, text }))))(
    '[3.21] [5.03] $name="$text" counts as absent, and is told by name',
    ({ name, text, absent }) => {
      const { value, problems } = settingsWith(tag, name, text);
      expect(value).toEqual(absent ?? (name === 'wallet-config' ? [] : null));
      expect(problems).toEqual([
        expect.stringContaining(`The attribute "${name}" of <${tag}> must be a JSON `),
      ]);
    },
  );
});

describe('wallets', () => {
  it.each(['[{}]', '[7,null,"x"]', '[{"name":7}]', '[{"wallet_params":{}}]'])(
    '[3.21] wallet-configs=%s names no wallet',
    (text) => {
      expect(settingsWith('accelerated-checkout-cart', 'wallet-configs', text)).toMatchObject({ value: [] });
    },
  );

  it.each(['{}', '{"name":7}', '{"wallet_params":{}}'])('[3.21] wallet-config=%s names no wallet', (text) => {
    expect(settingsWith('checkout-wallet-button', 'wallet-config', text)).toMatchObject({ value: [] });
  });

  it('[3.16] parameters that are no object are none', () => {
    const text = '[{"name":"google_pay","wallet_params":[1]}]';
    expect(settingsWith('accelerated-checkout-cart', 'wallet-configs', text).value).toEqual([
      { name: 'google_pay', walletParams: {} },
    ]);
  });
});

describe(`<${PAY_WALLET_TAG}>`, () => {
  beforeEach(async () => {
    await loadWallet();
  });

  const shown = async (attributes: string) => {
    page(`<${PAY_WALLET_TAG} ${attributes}></${PAY_WALLET_TAG}>`);
    await settle();
    const element = one(PAY_WALLET_TAG);
    return { element, button: element.shadowRoot?.querySelector('button') ?? null };
  };

  it.each(['', 'wallet=""', 'wallet="nic"', 'wallet="constructor"', 'wallet="buy_it_now"'])(
    '[1.03] [3.14] %s draws nothing, and breaks nothing',
    async (attributes) => {
      const { element, button } = await shown(attributes);
      expect(button).toBeNull();
      element.setAttribute('wallet', 'google_pay');
      expect(element.shadowRoot?.querySelector('button')).not.toBeNull();
    },
  );

  it.each([
    ['', false],
    ['disabled', true],
    ['disabled="false"', false],
    ['disabled="disabled"', true],
  ])('[3.14] disabled, written %s, is %s', async (attribute, disabled) => {
    const { button } = await shown(`wallet="google_pay" ${attribute}`);
    expect(button?.disabled).toBe(disabled);
  });

  it.each([
    ['', false],
    ['call-to-action', true],
    ['call-to-action="false"', false],
    ['call-to-action="true"', true],
  ])('[2.15] [3.14] call-to-action, written %s, says what for: %s', async (attribute, said) => {
    const { button } = await shown(`wallet="google_pay" ${attribute}`);
    expect(button?.textContent.includes('Koupit přes')).toBe(said);
  });

  it.each([
    ['theme="dark"', true],
    ['theme="light"', false],
    ['theme="plum"', false],
    ['', false],
  ])('[2.16] [3.14] %s on a light page is dark: %s', async (attribute, dark) => {
    const { button } = await shown(`wallet="google_pay" ${attribute}`);
    expect(button?.classList.contains('dark')).toBe(dark);
  });
});
