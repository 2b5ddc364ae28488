import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AmazonPage } from './AmazonPage.tsx';
import { loadSession } from './load-session.ts';

const ADDRESSES = [
  {
    handle: 'home',
    served: true,
    name: 'Eva Malá',
    addressLine1: 'Dlouhá 1',
    city: 'Praha',
    countryCode: 'CZ',
  },
  { handle: 'abroad', served: false, name: 'Eva Malá', addressLine1: 'Rue 2', countryCode: 'FR' },
];
const BUYER = {
  handle: 'eva',
  name: 'Eva Malá',
  prime: true,
  addresses: ADDRESSES,
  cards: [
    { ending: '1111', name: 'Visa ****1111 (Amazon Pay)' },
    { ending: '3434', name: 'Visa ****3434 (Amazon Pay)' },
  ],
};
const SESSION = {
  checkoutSessionId: 'S1',
  state: 'Open',
  productType: 'PayAndShip',
  canPay: false,
  buyers: [{ handle: 'eva', name: 'Eva Malá', served: true }],
  buyer: null,
};
const SIGNED_IN = { ...SESSION, buyer: BUYER };
const CHOSEN = {
  ...SIGNED_IN,
  buyer: { ...BUYER, chosenAddress: 'home', chosenCard: '3434' },
  storeName: 'Krámek',
  amount: { amount: '1290.00', currencyCode: 'EUR' },
  canPay: true,
};
const SHOP = 'https://shop.example/checkout?amazonCheckoutSessionId=S1';

const calls: [string, unknown][] = [];
const navigate = vi.fn<(url: string) => void>();
let root: Root | null = null;

/** The emulated Amazon answers a request of this path with this. */
function amazon(answers: Readonly<Record<string, object>>): void {
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (init !== undefined) calls.push([path, JSON.parse(init.body as string)]);
    const found = answers[path];
    return Promise.resolve(Response.json(found ?? { message: 'no' }, { status: found ? 200 : 422 }));
  });
}

async function show(
  kind: 'choose' | 'pay',
  load = loadSession(address('S1')),
  change: 'changeAddress' | 'changePayment' | null = null,
): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  // eslint-disable-next-line @typescript-eslint/require-await -- an asynchronous act also waits for effects' promises
  await act(async () =>
    root?.render(<AmazonPage kind={kind} change={change} load={load} navigate={navigate} />),
  );
  await settle();
}

const replaceAddress = vi.fn<(query: string) => void>();
const address = (id: string | null, settings: unknown = null) => ({ settings, id, replaceAddress });

const settle = (): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve));
  });

async function click(button: HTMLElement | null | undefined, name: string): Promise<void> {
  if (!button) throw new Error(`There is no button ${name}`);
  act(() => {
    button.click();
  });
  await settle();
}

const press = (name: string): Promise<void> =>
  click(
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name),
    name,
  );

/** Opens a picker. */
function open(label: string): Promise<void> {
  const field = [...document.querySelectorAll('.field')].find(
    (each) => each.querySelector('.label')?.textContent === label,
  );
  return click(field?.querySelector<HTMLElement>('.chosen'), label);
}

const text = (): string => document.body.textContent;

/** What the pickers show, without second lines. */
const chosen = (): string[] =>
  [...document.querySelectorAll('.field')].map((field) => {
    const shown = field.querySelector('.chosen span[dir]')?.firstChild?.textContent ?? '';
    return `${field.querySelector('.label')?.textContent ?? ''}: ${shown.replaceAll('\u00a0', ' ')}`;
  });

/** What the open pickers offer. */
const offered = (): string[] =>
  [...document.querySelectorAll<HTMLInputElement>('[role=radiogroup] input')].map(({ value }) => value);

beforeEach(() => {
  calls.length = 0;
  navigate.mockReset();
  replaceAddress.mockReset();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  act(() => {
    root?.unmount();
  });
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('choosing', () => {
  it('[B.02] signs a buyer in, who then picks what the shop serves and goes back to it', async () => {
    amazon({
      'sessions/S1': SESSION,
      'sessions/S1/sign-in': SIGNED_IN,
      'sessions/S1/choose': SIGNED_IN,
      'sessions/S1/continue': { url: SHOP },
    });
    await show('choose');
    await press('Přihlásit se');
    // The button that had the focus is gone.
    expect(document.activeElement?.textContent).toBe('Přihlásit se jako někdo jiný');
    expect(text()).toContain('Členství Prime: ano');
    expect(text()).toContain('Sem obchod nedoručuje: Eva Malá, Rue 2, FR.');
    expect(chosen()).toEqual(['Doručovací adresa: Eva Malá', 'Karta: Visa •••• 1111']);
    await open('Doručovací adresa');
    expect(offered()).toEqual(['home']);
    await open('Karta');
    expect(offered()).toEqual(['home', '1111', '3434']);
    await press('Pokračovat do obchodu');
    expect(calls).toEqual([
      ['sessions/S1/sign-in', { buyer: 'eva' }],
      ['sessions/S1/choose', { card: '1111', address: 'home' }],
      ['sessions/S1/continue', {}],
    ]);
    expect(navigate).toHaveBeenCalledExactlyOnceWith(SHOP);
  });

  it('[B.02] proposes a buyer to whom the shop delivers, or else the first', async () => {
    const anna = { handle: 'anna', name: 'Anna Schmidt', served: false };
    const eva = { handle: 'eva', name: 'Eva Malá', served: true };
    amazon({ 'sessions/S1': { ...SESSION, buyers: [anna, eva] } });
    await show('choose');
    expect(chosen()).toEqual(['Kupující: Eva Malá']);
    amazon({ 'sessions/S2': { ...SESSION, buyers: [anna, { ...eva, served: false }] } });
    await show('choose', loadSession(address('S2')));
    expect(chosen().at(-1)).toBe('Kupující: Anna Schmidt');
  });

  it('[B.02] asks for no address where nothing is shipped', async () => {
    amazon({
      'sessions/S1': { ...SIGNED_IN, productType: 'PayOnly' },
      'sessions/S1/choose': SIGNED_IN,
      'sessions/S1/continue': { url: SHOP },
    });
    await show('choose');
    expect(chosen()).toEqual(['Karta: Visa •••• 1111']);
    await press('Pokračovat do obchodu');
    expect(calls[0]).toEqual(['sessions/S1/choose', { card: '1111' }]);
  });

  it('[B.02] leads nowhere from an address book that the shop does not serve', async () => {
    const buyer = { ...BUYER, addresses: ADDRESSES.slice(1) };
    amazon({ 'sessions/S1': { ...SIGNED_IN, buyer } });
    await show('choose');
    await press('Pokračovat do obchodu');
    expect(calls).toEqual([]);
    expect(text()).toContain('Na žádnou z adres tohoto kupujícího obchod nedoručuje.');
  });

  it('[B.02] a refusal is told, and the button works again', async () => {
    amazon({ 'sessions/S1': SIGNED_IN });
    await show('choose');
    await press('Pokračovat do obchodu');
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      'To se nepodařilo. Zkuste to prosím znovu.',
    );
    await press('Pokračovat do obchodu');
    expect(calls).toHaveLength(2);
    expect(navigate).not.toHaveBeenCalled();
  });

  it('[B.02] cancelling leads back to the shop', async () => {
    amazon({ 'sessions/S1': SESSION, 'sessions/S1/cancel': { url: 'https://shop.example/cart' } });
    await show('choose');
    await press('Zrušit a vrátit se do obchodu');
    expect(navigate).toHaveBeenCalledExactlyOnceWith('https://shop.example/cart');
  });
});

describe('changing', () => {
  it.each([
    ['changeAddress', { address: 'home' }, 'Doručovací adresa: Eva Malá'],
    ['changePayment', { card: '3434' }, 'Karta: Visa •••• 3434'],
  ] as const)('[4.21] %s asks for nothing else', async (change, choice, asked) => {
    amazon({ 'sessions/S1': CHOSEN, 'sessions/S1/choose': CHOSEN, 'sessions/S1/continue': { url: SHOP } });
    await show('choose', undefined, change);
    expect(chosen()).toEqual([asked]);
    await press('Pokračovat do obchodu');
    expect(calls).toEqual([
      ['sessions/S1/choose', choice],
      ['sessions/S1/continue', {}],
    ]);
    expect(navigate).toHaveBeenCalledExactlyOnceWith(SHOP);
  });

  it('[4.21] goes back without another choice, and the session stays open', async () => {
    amazon({ 'sessions/S1': CHOSEN, 'sessions/S1/continue': { url: SHOP } });
    await show('choose', undefined, 'changeAddress');
    await press('Zpět do obchodu beze změny');
    expect(calls).toEqual([['sessions/S1/continue', {}]]);
    expect(navigate).toHaveBeenCalledExactlyOnceWith(SHOP);
  });
});

describe('a subscription', () => {
  const recurring = {
    frequency: { unit: 'Month', value: '2' },
    amount: { amount: '9.90', currencyCode: 'EUR' },
  };

  it.each(['choose', 'pay'] as const)('[5.15] names the later payments: %s', async (kind) => {
    amazon({ 'sessions/S1': { ...CHOSEN, recurring } });
    await show(kind);
    expect(text().replaceAll('\u00a0', ' ')).toContain('Opakované platby: až 9,90 € jednou za 2 měsíce');
  });
});

describe('a press', () => {
  it('[B.02] makes one session, which the address then names', async () => {
    amazon({ sessions: { checkoutSessionId: 'S1' }, 'sessions/S1': SESSION });
    const load = loadSession(address(null, { merchantId: 'A1' }));
    await show('choose', load);
    await load();
    expect(calls).toEqual([['sessions', { merchantId: 'A1' }]]);
    expect(replaceAddress).toHaveBeenCalledExactlyOnceWith('amazonCheckoutSessionId=S1');
  });

  it('[B.02] whose signature is wrong is told', async () => {
    amazon({});
    await show('choose', loadSession(address(null, { merchantId: 'A1' })));
    expect(text()).toContain('Tuto platbu se nepodařilo načíst.');
  });
});

describe('paying', () => {
  it('[B.02] shows payee, amount and card, and leads to the shop’s result page', async () => {
    amazon({ 'sessions/S1': CHOSEN, 'sessions/S1/pay': { url: SHOP } });
    await show('pay');
    expect(text().replaceAll('\u00a0', ' ')).toMatch(
      /Příjemce: Krámek.*3434.*Platba bude zamítnuta.*1 290 €/u,
    );
    await press('Zaplatit');
    expect(navigate).toHaveBeenCalledExactlyOnceWith(SHOP);
  });

  it('[B.02] waits for what the shop has not said', async () => {
    amazon({ 'sessions/S1': { ...CHOSEN, canPay: false } });
    await show('pay');
    await press('Zaplatit');
    expect(calls).toEqual([]);
  });

  it.each(['Completed', 'Canceled'])('[B.02] offers nothing for a session that is %s', async (state) => {
    amazon({ 'sessions/S1': { ...CHOSEN, state, wayBack: SHOP } });
    await show('pay');
    expect(text()).toContain('Tato platba už skončila.');
    expect(document.querySelector('button')).toBeNull();
    expect(document.querySelector('a')?.href).toBe(SHOP);
  });
});
