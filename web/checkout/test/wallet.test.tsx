import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Account, type AccountClient, accountFailure } from '../src/account/client.ts';
import { LastDelivery } from '../src/account/last-delivery.ts';
import type { Passkeys } from '../src/account/passkey-client.ts';
import type { WalletServices } from '../src/account/services.ts';
import { walletForm } from '../src/account/Wallet.tsx';
import { CheckoutFlow } from '../src/flow/checkout-flow.ts';
import { BuyerSections } from '../src/views/BuyerSections.tsx';
import { Checkout } from '../src/views/Checkout.tsx';
import { draw, type RenderedView, settle, type } from './render.tsx';
import {
  answer,
  cart,
  checkoutData,
  czk,
  fakeApi,
  group,
  line,
  memory,
  option,
  page,
  WELL,
} from './support.ts';

/** The checkout of a buyer who pays by the shop's wallet. */

let drawn: RenderedView | null = null;
let flow: CheckoutFlow | null = null;

afterEach(() => {
  flow?.dispose();
  drawn?.unmount();
  drawn = null;
  vi.useRealTimers();
});

const BILLING = {
  firstName: 'Jana',
  lastName: 'Nováková',
  company: null,
  address1: 'Kounicova 12',
  address2: null,
  city: 'Brno',
  province: null,
  zip: '60200',
  country: 'CZ',
  phone: '+420777123456',
};

const ACCOUNT: Account = {
  email: 'jana@example.cz',
  addresses: [
    { ...BILLING, id: 'a1', line: 'Kounicova 12, 602 00 Brno' },
    {
      ...BILLING,
      id: 'a2',
      address1: 'Nerudova 5',
      city: 'Praha',
      zip: '11800',
      line: 'Nerudova 5, 118 00 Praha',
    },
  ],
  cards: [
    { id: 'c1', network: 'visa', lastFour: '4242', expires: '2030-01' },
    { id: 'c2', network: 'mastercard', lastFour: '4444', expires: null },
  ],
  hasPasskey: false,
};

type Asked = readonly [route: string, ...rest: unknown[]];

function fakeClient(over: Partial<AccountClient> = {}) {
  const asked: Asked[] = [];
  const noted =
    <Args extends readonly unknown[], Out>(route: string, work: (...args: Args) => Promise<Out>) =>
    (...args: Args): Promise<Out> => {
      asked.push([route, ...args.slice(0, -1)]);
      return work(...args);
    };
  const client: AccountClient = {
    session: noted('session', over.session ?? (() => Promise.resolve({ state: 'unknown', card: null }))),
    account: noted('account', over.account ?? (() => Promise.resolve(ACCOUNT))),
    sendCode: noted('code', over.sendCode ?? (() => Promise.resolve(null))),
    answerCode: noted('answer', over.answerCode ?? (() => Promise.resolve(null))),
    signOut: noted('sign-out', over.signOut ?? (() => Promise.resolve(null))),
    pay: noted('pay', over.pay ?? (() => Promise.resolve({ sessionToken: 'once', billingAddress: BILLING }))),
    save: noted('save', over.save ?? (() => Promise.resolve(null))),
  };
  return { asked, client };
}

const NO_PASSKEYS: Passkeys = {
  isSupported: () => false,
  isOfferedInFields: () => Promise.resolve(false),
  signIn: () => Promise.reject(accountFailure('unused')),
  create: () => Promise.reject(accountFailure('unused')),
};

interface Shown {
  readonly container: HTMLElement;
  readonly api: ReturnType<typeof fakeApi>;
  readonly asked: readonly Asked[];
  readonly storage: ReturnType<typeof memory>;
}

async function show(
  services: Partial<WalletServices> = {},
  over: Partial<AccountClient> = {},
  handlers: Parameters<typeof fakeApi>[0] = {},
  data = checkoutData(),
  storage = memory(),
): Promise<Shown> {
  const api = fakeApi({ ...WELL, ...handlers });
  const { asked, client } = fakeClient(over);
  const made = new CheckoutFlow(page(api, data, storage).environment);
  flow = made;
  const Form = walletForm({
    offer: { name: 'Sojka', state: 'signed_in', card: null },
    client,
    passkeys: NO_PASSKEYS,
    plainUrl: '/checkout/ZTEST?skip_shop_pay=true',
    lastDelivery: new LastDelivery(storage),
    knowsPasskey: true,
    asksAtOnce: false,
    ...services,
  });
  drawn = await draw(<Checkout checkout={{ data, flow: made, Buyer: BuyerSections, Form }} />);
  await settle(() => undefined);
  return { container: drawn.container, api, asked, storage };
}

const UNKNOWN = { offer: { name: 'Sojka', state: 'unknown', card: null } } as const;
const RECOGNISED = {
  offer: { name: 'Sojka', state: 'recognised', card: { network: 'visa', lastFour: '4242' } },
} as const;

function button({ container }: Pick<Shown, 'container'>, name: RegExp): HTMLButtonElement {
  const found = [...container.querySelectorAll('button')].find(
    (each) => name.test(each.getAttribute('aria-label') ?? '') || name.test(each.textContent),
  );
  if (found === undefined) throw new Error(`no button ${String(name)} in ${container.textContent}`);
  return found;
}

function field({ container }: Pick<Shown, 'container'>, id: string): HTMLInputElement {
  const found = container.querySelector<HTMLInputElement>(`#${id}`);
  if (found === null) throw new Error(`no field ${id}`);
  return found;
}

const press = (shown: Shown, name: RegExp): Promise<void> =>
  settle(() => {
    button(shown, name).focus();
    button(shown, name).click();
  });

const ORDER = /^Objednat s\u00a0povinností platby/u;
const words = ({ container }: Shown): string => container.textContent.replaceAll('\u00a0', ' ');
const names = ({ api }: Shown): readonly string[] => api.calls.map(({ name }) => name);

/** A server whose cart stays as it is, whatever is saved. */
function serving(kept: ReturnType<typeof cart>): Parameters<typeof fakeApi>[0] {
  const saved = (): ReturnType<typeof answer> => answer({ cart: kept });
  return {
    cart: () => kept,
    cartBuyerIdentityUpdate: saved,
    cartBillingAddressUpdate: saved,
    cartDeliveryAddressesReplace: saved,
    cartSelectedDeliveryOptionsUpdate: saved,
  };
}

/** Waits for views that load when they are first drawn. */
async function loaded(): Promise<void> {
  await vi.dynamicImportSettled();
  await settle(() => undefined);
}

async function order(shown: Shown): Promise<void> {
  await press(shown, ORDER);
  await settle(() => undefined);
}

describe('a signed-in buyer', () => {
  it('[2.30] sees e-mail, address, delivery, card and one button with the sum', async () => {
    const shown = await show();
    const text = words(shown);
    expect(text).toContain('Jste přihlášeni jako jana@example.cz');
    expect(text).toContain('Kounicova 12, 602 00 Brno');
    expect(text).not.toContain('Nerudova');
    expect(text).toContain('Visa •• 4242');
    expect(text).toContain('platí do 1/2030');
    expect(text).not.toContain('4444');
    expect(button(shown, ORDER).textContent).toMatch(/509/u);
    expect(shown.container.querySelectorAll('.co-button--order')).toHaveLength(1);
    expect(shown.container.querySelector('iframe')).toBeNull();
  });

  it('[3.13] puts nothing of the account into cart or draft by opening the page', async () => {
    const shown = await show();
    const sent = JSON.stringify(shown.api.calls);
    for (const own of ['jana@example.cz', 'Kounicova', '777123456', 'Nováková']) {
      expect(sent).not.toContain(own);
      expect([...shown.storage.entries.values()].join('')).not.toContain(own);
    }
    expect(shown.asked).toEqual([['account']]);
  });

  it('[3.13] pays with a token that is asked for after everything else was saved', async () => {
    const before: string[] = [];
    const shown: Shown = await show(
      {},
      {
        pay: () => {
          before.push(...names(shown));
          return Promise.resolve({ sessionToken: 'once', billingAddress: BILLING });
        },
      },
    );
    await order(shown);
    expect(before).toContain('cartDeliveryAddressesReplace');
    expect(before).not.toContain('cartPaymentUpdate');
    expect(shown.asked).toContainEqual(['pay', 'a1', 'c1']);
    // The country may have been saved before.
    const call = (name: string) => shown.api.calls.findLast((each) => each.name === name)?.variables;
    expect(call('cartPaymentUpdate')?.['payment']).toEqual({
      amount: { amount: '509.00', currencyCode: 'CZK' },
      walletPaymentMethod: { shopPayWalletContent: { sessionToken: 'once', billingAddress: BILLING } },
    });
    expect(JSON.stringify(call('cartDeliveryAddressesReplace'))).toContain('Kounicova 12');
    expect(names(shown).at(-1)).toBe('cartSubmitForCompletion');
  });

  it('[3.13] is asked again once for a token that the cart has outgrown, if the sum is the same', async () => {
    const refused = answer({
      errors: [
        {
          code: 'INVALID_PAYMENT',
          field: ['payment', 'walletPaymentMethod', 'shopPayWalletContent'],
          message: 'Platbu nejde použít.',
        },
      ],
    });
    const shown = await show({}, {}, { cartPaymentUpdate: (_, times) => (times === 1 ? refused : answer()) });
    await order(shown);
    expect(shown.asked.filter(([route]) => route === 'pay')).toHaveLength(2);
    expect(names(shown).at(-1)).toBe('cartSubmitForCompletion');

    drawn?.unmount();
    const never = await show({}, {}, { cartPaymentUpdate: () => refused });
    await order(never);
    expect(never.asked.filter(([route]) => route === 'pay')).toHaveLength(2);
    expect(words(never)).toContain('Platbu nejde použít.');
    expect(names(never)).not.toContain('cartSubmitForCompletion');
  });

  it('[3.13] sees the new sum before a refused token is asked for again', async () => {
    const dearer = cart({ total: czk('609.00'), cashTotal: czk('609.00') });
    const refused = answer({
      cart: cart(),
      errors: [
        {
          code: 'INVALID_PAYMENT',
          field: ['payment', 'walletPaymentMethod', 'shopPayWalletContent'],
          message: '',
        },
      ],
    });
    let isDearer = false;
    const shown = await show(
      {},
      {},
      {
        cart: () => (isDearer ? dearer : cart()),
        cartPaymentUpdate: (_, times) => {
          isDearer = true;
          return times === 1 ? refused : answer({ cart: dearer });
        },
        cartBuyerIdentityUpdate: () => answer({ cart: isDearer ? dearer : cart() }),
        cartBillingAddressUpdate: () => answer({ cart: isDearer ? dearer : cart() }),
        cartDeliveryAddressesReplace: () => answer({ cart: isDearer ? dearer : cart() }),
      },
    );
    await order(shown);
    expect(words(shown)).toContain('Cena se změnila');
    expect(shown.asked.filter(([route]) => route === 'pay')).toHaveLength(1);
    expect(button(shown, ORDER).textContent).toMatch(/609/u);
    await order(shown);
    expect(shown.asked.filter(([route]) => route === 'pay')).toHaveLength(2);
    expect(names(shown).at(-1)).toBe('cartSubmitForCompletion');
  });

  it('[2.30] changes address and card, and the address is then saved', async () => {
    const shown = await show();
    await press(shown, /^Změnit adresu$/u);
    expect(document.activeElement?.getAttribute('value')).toBe('a1');
    await settle(() => {
      field(shown, 'wallet-address-a2').click();
    });
    await settle(() => undefined);
    await press(shown, /^Změnit kartu$/u);
    await settle(() => {
      field(shown, 'wallet-card-c2').click();
    });
    await order(shown);
    expect(shown.asked).toContainEqual(['pay', 'a2', 'c2']);
    const saved = shown.api.calls.findLast(({ name }) => name === 'cartDeliveryAddressesReplace');
    expect(JSON.stringify(saved?.variables)).toContain('Nerudova 5');
  });

  it('[2.30] enters another address in fields, and pays with the saved card', async () => {
    const shown = await show();
    await press(shown, /^Změnit adresu$/u);
    await settle(() => {
      field(shown, 'wallet-address-other').click();
    });
    expect(field(shown, 'field-delivery-city').value).toBe('');
    await order(shown);
    expect(words(shown)).toContain('Opravte prosím');
    expect(shown.asked.map(([route]) => route)).not.toContain('pay');
  });

  it('[2.30] gets fields where the shop refuses the address', async () => {
    const shown = await show(
      {},
      {},
      {
        cartDeliveryAddressesReplace: () =>
          answer({
            errors: [
              {
                code: 'INVALID_ZIP_CODE_FOR_COUNTRY',
                field: ['addresses', '0', 'address', 'deliveryAddress', 'zip'],
                message: 'PSČ nesouhlasí.',
              },
            ],
          }),
      },
    );
    await order(shown);
    expect(field(shown, 'field-delivery-zip').value).toBe('602 00');
    expect(field(shown, 'field-delivery-zip').getAttribute('aria-invalid')).toBe('true');
    expect(field(shown, 'field-email').value).toBe('jana@example.cz');
  });

  const open = cart({
    groups: [
      group([
        option('osobni', { type: 'PICK_UP', cost: czk('0.00') }),
        option('box-1', { code: 'box', type: 'PICKUP_POINT', cost: czk('10.00') }),
        option('box-2', { code: 'box', type: 'PICKUP_POINT', cost: czk('10.00') }),
        option('ppl'),
      ]),
    ],
  });
  const opened = serving(open);
  const ways = ({ container }: Shown): readonly string[] =>
    [...container.querySelectorAll<HTMLInputElement>('input[name="delivery-method"]:checked')].map(
      ({ value }) => value,
    );
  const SELECTION = 'cartSelectedDeliveryOptionsUpdate';

  it('[2.30] finds the delivery chosen that the last order used, until the buyer signs out', async () => {
    const storage = memory();
    const first = await show({}, {}, opened, checkoutData(), storage);
    expect(ways(first)).toEqual([]);
    expect(names(first)).not.toContain(SELECTION);
    await settle(() => {
      field(first, 'delivery-method-osobni').click();
    });
    await order(first);
    drawn?.unmount();
    storage.removeItem('zkratka.attempt.ZTEST');

    const next = await show({}, {}, opened, checkoutData(), storage);
    expect(ways(next)).toEqual(['osobni']);
    const sent = next.api.calls.find(({ name }) => name === SELECTION);
    expect(JSON.stringify(sent?.variables)).toContain('"osobni"');
    await press(next, /^Odhlásit$/u);
    expect([...storage.entries.keys()]).not.toContain('zkratka.delivery');
  });

  it('[2.30] chooses nothing where the last delivery is gone, and of several places none', async () => {
    const used = (code: string) => {
      const storage = memory();
      storage.setItem('zkratka.delivery', JSON.stringify({ ONE_TIME_PURCHASE: code, SUBSCRIPTION: null }));
      return storage;
    };
    const gone = await show({}, {}, opened, checkoutData(), used('posta'));
    expect(ways(gone)).toEqual([]);
    drawn?.unmount();
    const places = await show({}, {}, opened, checkoutData(), used('box'));
    expect(ways(places)).toEqual(['box']);
    expect(names(places)).not.toContain(SELECTION);
    drawn?.unmount();
    const chosen = await show({}, {}, {}, checkoutData(), used('posta'));
    expect(ways(chosen)).toEqual(['ppl']);
  });

  const forCompany = ({ container }: Shown): HTMLInputElement => {
    const box = container.querySelector<HTMLInputElement>('input[name="billing-company"]');
    if (box === null) throw new Error('no box for companies');
    return box;
  };
  const selling = checkoutData();
  const toCompanies = { ...selling, shop: { ...selling.shop, companyFields: 'optional' as const } };
  const enter = (shown: Shown, values: Readonly<Record<string, string>>): Promise<void> =>
    settle(() => {
      for (const [id, value] of Object.entries(values)) type(field(shown, `field-${id}`), value);
    });

  it('[2.30] has the order invoiced to a company, and pays with the saved card', async () => {
    const shown = await show({}, {}, {}, toCompanies);
    await settle(() => {
      forCompany(shown).click();
    });
    await loaded();
    await enter(shown, {
      'billing-company': 'Nováková s.r.o.',
      'billing-address1': 'Veveří 3',
      'billing-city': 'Brno',
      'billing-zip': '602 00',
      companyId: '27074358',
    });
    await order(shown);
    const bound = shown.api.calls.find(({ name }) => name === 'cartPaymentUpdate')?.variables;
    expect(JSON.stringify(bound)).toContain('"sessionToken":"once"');
    expect(JSON.stringify(bound)).toContain('"company":"Nováková s.r.o."');
    expect(JSON.stringify(bound)).toContain('"address1":"Veveří 3"');
  });

  const digital = cart({ requiresShipping: false, groups: [] });

  it('[2.30] buys what is not sent: the address is the invoice’s, and a company types its own', async () => {
    const shown = await show({}, {}, { cart: () => digital }, toCompanies);
    const heading = shown.container.querySelector('#wallet-address-title');
    expect(heading?.textContent).toBe('Fakturační údaje');
    expect(words(shown)).not.toContain('Doručovací adresa');
    expect(shown.container.querySelector('#field-billing-city')).toBeNull();
    await settle(() => {
      forCompany(shown).click();
    });
    await loaded();
    expect(field(shown, 'field-billing-city').value).toBe('Brno');
    expect(field(shown, 'field-companyId').value).toBe('');
    expect(forCompany(shown).checked).toBe(true);
  });

  it('[2.30] reads each heading once where another address is typed, and finds the e-mail there', async () => {
    const shown = await show();
    await press(shown, /^Změnit adresu$/u);
    await settle(() => {
      field(shown, 'wallet-address-other').click();
    });
    const headings = [...shown.container.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(headings.filter((text) => text === 'Doručovací adresa')).toHaveLength(1);
    expect(field(shown, 'field-email').value).toBe('jana@example.cz');
    await enter(shown, { email: '' });
    expect(field(shown, 'field-email').value).toBe('');
  });

  const emptyAccount = (): Promise<Account> => Promise.resolve({ ...ACCOUNT, addresses: [], cards: [] });

  it.each([
    ['an own cart', true, 'jana@example.cz'],
    ['somebody else’s cart', false, ''],
  ])('[3.13] finds the e-mail in the fields of %s: %s', async (_, ownCart, email) => {
    const data = { ...checkoutData(), ownCart };
    const shown = await show({}, { account: emptyAccount }, {}, data);
    expect(field(shown, 'field-email').value).toBe(email);
  });

  it.each([
    ['an own cart', true, 'jana@example.cz'],
    ['somebody else’s cart', false, ''],
  ])('[3.13] takes the e-mail along to the usual form of %s', async (_, ownCart, email) => {
    const shown = await show({}, {}, {}, { ...checkoutData(), ownCart });
    await leave(shown);
    const [draft] = [...shown.storage.entries].filter(([key]) => key.startsWith('zkratka.checkout.'));
    expect(JSON.parse(draft?.[1] ?? '{}')).toMatchObject({ email });
  });

  it('[5.16] reads the recurring payments right above the order button', async () => {
    const planned = {
      quantity: 1,
      interval: 'MONTH',
      intervalCount: 1,
      prices: [{ minor: 15_000, orders: Infinity }],
    };
    const renewing = cart({ lines: [line('1', { planned })] });
    const shown = await show({}, {}, serving(renewing));
    await loaded();
    const panel = shown.container.querySelector('.co-submit')?.textContent.replaceAll('\u00a0', ' ');
    expect(panel).toMatch(/Měsíční předplatné150 Kč.*strhávat automaticky.*Objednat s povinností platby/u);
  });

  it('[2.30] is asked before the cart learns that the address is in another country', async () => {
    const abroad = {
      ...BILLING,
      id: 'sk',
      country: 'SK',
      city: 'Bratislava',
      zip: '81101',
      line: 'Bratislava',
    };
    const shown = await show({}, { account: () => Promise.resolve({ ...ACCOUNT, addresses: [abroad] }) });
    expect(shown.container.querySelector('.co-button--order')).toBeNull();
    expect(JSON.stringify(shown.api.calls)).not.toContain('SK');
    await press(shown, /^Doručit na tuto adresu$/u);
    expect(shown.container.querySelector('.co-button--order')).not.toBeNull();
  });

  it('[B.02] signs in again when the session ends, and keeps what was chosen', async () => {
    let isOut = true;
    const shown = await show(
      {},
      {
        pay: () =>
          isOut
            ? Promise.reject(accountFailure('signed_out'))
            : Promise.resolve({ sessionToken: 'once', billingAddress: BILLING }),
      },
    );
    await press(shown, /^Změnit kartu$/u);
    await settle(() => {
      field(shown, 'wallet-card-c2').click();
    });
    await order(shown);
    expect(words(shown)).toContain('Přihlášení vypršelo.');
    expect(names(shown)).not.toContain('cartSubmitForCompletion');
    isOut = false;
    await signInByCode(shown);
    expect(words(shown)).toContain('Mastercard •• 4444');
    expect(words(shown)).not.toContain('vypršelo');
    await order(shown);
    expect(shown.asked.at(-1)).toEqual(['pay', 'a1', 'c2']);
    expect(names(shown).at(-1)).toBe('cartSubmitForCompletion');
  });

  it('[B.02] needs a code where the passkey did not prove who used it', async () => {
    let isProven = false;
    const shown = await show(
      { passkeys: { ...NO_PASSKEYS, isSupported: () => true } },
      {
        pay: () =>
          isProven
            ? Promise.resolve({ sessionToken: 'once', billingAddress: BILLING })
            : Promise.reject(accountFailure('CODE_NEEDED')),
      },
    );
    await order(shown);
    expect(words(shown)).toContain('neověřil, že jste to vy');
    expect(words(shown)).not.toContain('Pokračovat přístupovým klíčem');
    isProven = true;
    await signInByCode(shown);
    await order(shown);
    expect(names(shown).at(-1)).toBe('cartSubmitForCompletion');
  });

  it('[B.02] signs out', async () => {
    const shown = await show();
    await press(shown, /^Odhlásit$/u);
    expect(shown.asked).toContainEqual(['sign-out']);
    expect(words(shown)).not.toContain('jana@example.cz');
    expect(field(shown, 'wallet-email').value).toBe('');
  });

  it('[B.02] stays signed in where signing out fails, and says so', async () => {
    const shown = await show({}, { signOut: () => Promise.reject(accountFailure('network')) });
    await press(shown, /^Odhlásit$/u);
    expect(words(shown)).toContain('Odhlásit vás se nepodařilo.');
    expect(words(shown)).toContain('jana@example.cz');
  });

  it('[B.02] can try again where the account does not answer', async () => {
    let times = 0;
    const shown = await show(
      {},
      {
        account: () => {
          times += 1;
          return times === 1 ? Promise.reject(accountFailure('network')) : Promise.resolve(ACCOUNT);
        },
      },
    );
    expect(words(shown)).toContain('Nepodařilo se spojit s obchodem.');
    expect(shown.container.querySelector('a[href*="skip_shop_pay=true"]')).not.toBeNull();
    await press(shown, /^Zkusit znovu$/u);
    expect(words(shown)).toContain('Visa •• 4242');
  });
});

/** Follows the link to the usual form; the page stays. */
async function leave({ container }: Shown): Promise<void> {
  const link = [...container.querySelectorAll('a')].find(
    ({ textContent }) => textContent === 'Zaplatit jinak',
  );
  if (link === undefined) throw new Error('no way without the wallet');
  link.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
    },
    { once: true },
  );
  await settle(() => {
    link.click();
  });
}

async function signInByCode(shown: Shown): Promise<void> {
  await settle(() => {
    type(field(shown, 'wallet-email'), 'jana@example.cz');
  });
  await press(shown, /^Poslat kód e-mailem$/u);
  await settle(() => {
    type(field(shown, 'wallet-code'), '123 456');
  });
  await settle(() => undefined);
}

describe('a buyer without a card', () => {
  const bare = (): Promise<Account> => Promise.resolve({ ...ACCOUNT, addresses: [], cards: [] });

  it('[2.30] enters everything, and is asked whether it is kept; nothing is ticked', async () => {
    const shown = await show({}, { account: bare });
    const box = shown.container.querySelector<HTMLInputElement>('input[name="wallet-save"]');
    expect(box?.checked).toBe(false);
    expect(words(shown)).toContain('Uložit adresu a kartu pro příště');
    expect(words(shown)).toContain('číslo karty nikdy. Smazat je můžete kdykoli ve svém účtu.');
    expect(shown.container.querySelector('iframe')).not.toBeNull();
  });

  const withoutCards = (): Promise<Account> => Promise.resolve({ ...ACCOUNT, cards: [] });

  async function typed(over: Partial<AccountClient> = {}) {
    const shown = await show({}, { account: withoutCards, ...over });
    let sessions = 0;
    flow?.attachCard({
      focus: () => undefined,
      tokenise: () => {
        sessions += 1;
        return Promise.resolve({ kind: 'session', session: `session-${String(sessions)}` });
      },
    });
    const box = shown.container.querySelector<HTMLInputElement>('input[name="wallet-save"]');
    if (box === null) throw new Error('no box');
    const saved = (): readonly Asked[] => shown.asked.filter(([route]) => route === 'save');
    return { shown, box, saved };
  }

  it('[3.13] keeps the card that was bound, just before the order; a tick alone says nothing', async () => {
    let paths: readonly string[] = [];
    const { shown, box, saved } = await typed({
      save: () => {
        paths = names(shown);
        return Promise.resolve(null);
      },
    });
    await settle(() => {
      box.click();
    });
    expect(saved()).toEqual([]);
    await order(shown);
    expect(saved()).toEqual([['save', 'session-1']]);
    expect(paths.some((name) => name.includes('cartPaymentUpdate'))).toBe(true);
    expect(paths).not.toContain('cartSubmitForCompletion');
    expect(names(shown).at(-1)).toBe('cartSubmitForCompletion');
  });

  it('[3.13] sends no wish where the box is not ticked, or no longer', async () => {
    const { shown, box, saved } = await typed();
    await settle(() => {
      box.click();
    });
    await settle(() => {
      box.click();
    });
    await order(shown);
    expect(names(shown).at(-1)).toBe('cartSubmitForCompletion');
    expect(saved()).toEqual([]);
  });

  it('[2.30] does not order where the wish did not arrive, and says what to do', async () => {
    const { shown, box } = await typed({ save: () => Promise.reject(accountFailure('server')) });
    await settle(() => {
      box.click();
    });
    await order(shown);
    expect(words(shown)).toContain('Adresu a kartu teď nejde uložit.');
    expect(names(shown)).not.toContain('cartSubmitForCompletion');
    await settle(() => {
      box.click();
    });
    await order(shown);
    expect(names(shown).at(-1)).toBe('cartSubmitForCompletion');
  });

  it('[B.02] asks for a code where the passkey did not prove who saves', async () => {
    const { shown, box } = await typed({ save: () => Promise.reject(accountFailure('CODE_NEEDED')) });
    await settle(() => {
      box.click();
    });
    await order(shown);
    expect(words(shown)).toContain('neověřil, že jste to vy');
    expect(names(shown)).not.toContain('cartSubmitForCompletion');
  });

  it('[2.30] is not asked where something else than a card pays', async () => {
    const shown = await show({}, { account: bare });
    await settle(() =>
      shown.container.querySelector<HTMLInputElement>('input[value="bank_transfer"]')?.click(),
    );
    expect(shown.container.querySelector('input[name="wallet-save"]')).toBeNull();
  });
});

describe('signing in', () => {
  it('[7.16] asks an unknown browser for an e-mail, then for the code', async () => {
    const shown = await show(UNKNOWN);
    expect(words(shown)).toContain('Zaplatit peněženkou Sojka');
    expect(shown.container.querySelector('.co-button--order')).toBeNull();
    expect(field(shown, 'wallet-email').autocomplete).toBe('email webauthn');
    await press(shown, /^Poslat kód e-mailem$/u);
    expect(words(shown)).toContain('Zkontrolujte e-mail');
    expect(shown.asked).toEqual([]);
    await signInByCode(shown);
    expect(shown.asked).toEqual([['code', 'jana@example.cz'], ['answer', '123456'], ['account']]);
    expect(words(shown)).toContain('Visa •• 4242');
  });

  it('[7.16] takes the code in one field, and says how many tries are left', async () => {
    const shown = await show(UNKNOWN, {
      answerCode: () => Promise.reject(accountFailure('CODE_WRONG', { triesLeft: 2 })),
    });
    await settle(() => {
      type(field(shown, 'wallet-email'), 'jana@example.cz');
    });
    await press(shown, /^Poslat kód e-mailem$/u);
    const code = field(shown, 'wallet-code');
    expect([code.autocomplete, code.inputMode]).toEqual(['one-time-code', 'numeric']);
    expect(document.activeElement).toBe(code);
    await settle(() => {
      type(code, '12');
    });
    await press(shown, /^Přihlásit se$/u);
    expect(words(shown)).toContain('Zadejte všech šest číslic kódu.');
    expect(shown.asked.map(([route]) => route)).toEqual(['code']);
    await settle(() => {
      type(code, '999999');
    });
    expect(words(shown)).toContain('zbývají vám 2 pokusy.');
    expect(code.getAttribute('aria-invalid')).toBe('true');
  });

  it('[7.16] sends another code after a wait only', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const shown = await show(UNKNOWN);
    await settle(() => {
      type(field(shown, 'wallet-email'), 'jana@example.cz');
    });
    await press(shown, /^Poslat kód e-mailem$/u);
    await press(shown, /^Poslat nový kód \(za 30/u);
    expect(shown.asked).toHaveLength(1);
    await settle(() => {
      vi.advanceTimersByTime(30_000);
    });
    await press(shown, /^Poslat nový kód$/u);
    expect(shown.asked).toHaveLength(2);
    expect(words(shown)).toContain('Jakmile přijde, dřívější neplatí.');
    expect(words(shown)).toContain('nejvýš tři kódy za čtvrt hodiny; platí poslední doručený');
    await press(shown, /^Změnit e-mail$/u);
    expect(field(shown, 'wallet-email').value).toBe('jana@example.cz');
  });

  it('[7.16] shows a recognised buyer the passkey first, and nothing but the masked card', async () => {
    const signIn = vi.fn<Passkeys['signIn']>(() => Promise.resolve());
    const shown = await show({
      ...RECOGNISED,
      passkeys: { ...NO_PASSKEYS, isSupported: () => true, signIn },
    });
    expect(words(shown)).toContain('Visa •• 4242');
    expect(words(shown)).not.toContain('@');
    expect(shown.container.querySelector('.co-form button')?.textContent).toBe(
      'Pokračovat přístupovým klíčem',
    );
    expect(signIn).not.toHaveBeenCalled();
    await press(shown, /^Pokračovat přístupovým klíčem$/u);
    expect(signIn).toHaveBeenCalledOnce();
    expect(signIn.mock.calls[0]?.[0].conditional).toBe(false);
    expect(words(shown)).toContain('jana@example.cz');
  });

  it('[7.16] offers passkeys in the field, and stops that for a press and for a code', async () => {
    const signals: { signal: AbortSignal; conditional: boolean }[] = [];
    const signIn: Passkeys['signIn'] = (options) => {
      signals.push(options);
      return options.conditional
        ? new Promise((_, reject) => {
            options.signal.addEventListener('abort', () => {
              reject(new DOMException('', 'AbortError'));
            });
          })
        : Promise.reject(accountFailure('unused'));
    };
    const passkeys = {
      ...NO_PASSKEYS,
      isSupported: () => true,
      isOfferedInFields: () => Promise.resolve(true),
      signIn,
    };
    const shown = await show({ ...RECOGNISED, passkeys });
    expect(signals.map(({ conditional }) => conditional)).toEqual([true]);
    await press(shown, /^Pokračovat přístupovým klíčem$/u);
    expect(signals[0]?.signal.aborted).toBe(true);
    expect(words(shown)).toContain('Přístupový klíč jste nepoužili.');
    expect(signals.map(({ conditional }) => conditional)).toEqual([true, false, true]);
    await settle(() => {
      type(field(shown, 'wallet-email'), 'jana@example.cz');
    });
    await press(shown, /^Poslat kód e-mailem$/u);
    expect(signals[2]?.signal.aborted).toBe(true);
    expect(signals).toHaveLength(3);
  });

  it('[7.16] shows a recognised buyer who has used no passkey here the code first', async () => {
    const passkeys = { ...NO_PASSKEYS, isSupported: () => true };
    const shown = await show({ ...RECOGNISED, passkeys, knowsPasskey: false });
    const [first, second] = shown.container.querySelectorAll('.co-form .co-button');
    expect(first?.textContent).toBe('Poslat kód e-mailem');
    expect(first?.className).toBe('co-button');
    expect(second?.className).toContain('co-button--quiet');
  });

  it('[7.16] ends a request for a passkey that hangs when the buyer pays in another way', async () => {
    const asked: { signal: AbortSignal; conditional: boolean }[] = [];
    const signIn: Passkeys['signIn'] = (options) => {
      asked.push(options);
      return new Promise((_, reject) => {
        options.signal.addEventListener('abort', () => {
          reject(new DOMException('', 'AbortError'));
        });
      });
    };
    const passkeys = {
      ...NO_PASSKEYS,
      isSupported: () => true,
      isOfferedInFields: () => Promise.resolve(true),
      signIn,
    };
    const shown = await show({ ...RECOGNISED, passkeys });
    await press(shown, /^Pokračovat přístupovým klíčem$/u);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await leave(shown);
    await settle(() => undefined);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  it('[7.16] offers the address that was probably meant, before and after the code was sent', async () => {
    const shown = await show(UNKNOWN);
    const typo = async (): Promise<void> => {
      await settle(() => {
        field(shown, 'wallet-email').focus();
        type(field(shown, 'wallet-email'), 'jana@gmial.com');
      });
    };
    await typo();
    await settle(() => {
      field(shown, 'wallet-email').blur();
    });
    await loaded();
    await press(shown, /^jana@gmail\.com$/u);
    expect(field(shown, 'wallet-email').value).toBe('jana@gmail.com');
    await typo();
    await press(shown, /^Poslat kód e-mailem$/u);
    await press(shown, /^jana@gmail\.com$/u);
    expect(field(shown, 'wallet-email').value).toBe('jana@gmail.com');
  });

  it('[2.30] asks for the passkey as the page opens, where the buyer came by the button', async () => {
    const signIn = vi.fn<Passkeys['signIn']>(() => Promise.resolve());
    const passkeys = {
      ...NO_PASSKEYS,
      isSupported: () => true,
      isOfferedInFields: () => Promise.resolve(true),
      signIn,
    };
    const shown = await show({ ...RECOGNISED, passkeys, asksAtOnce: true });
    expect(signIn.mock.calls.map(([{ conditional }]) => conditional)).toEqual([false]);
    expect(words(shown)).toContain('jana@example.cz');
  });

  it('[B.02] notices that another tab has signed in', async () => {
    const shown = await show(UNKNOWN, {
      session: () => Promise.resolve({ state: 'signed_in', card: null }),
    });
    expect(words(shown)).not.toContain('jana@example.cz');
    await settle(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await settle(() => undefined);
    expect(words(shown)).toContain('jana@example.cz');
  });
});
