import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OrderData } from '../src/bootstrap/data.ts';
import { decodeOrder } from '../src/bootstrap/read-order.ts';
import { Confirmation } from '../src/confirmation/Confirmation.tsx';
import { type RenderedView, draw, settle } from './render.tsx';
import { checkoutData } from './support.ts';

const order: OrderData = {
  number: 1042,
  createdAt: '2026-11-20T12:05:00Z',
  email: 'jana@example.cz',
  lines: [
    {
      title: 'Hrnek',
      variantTitle: 'Modrá',
      quantity: 2,
      unitPrice: '390.00',
      total: '780.00',
      image: '/hrnek.svg',
    },
  ],
  deliveries: [{ group: null, title: 'PPL', cost: '119.00', description: 'Do dvou dnů' }],
  deliveryAddress: ['Jana Nováková', 'Kounicova 12', '602 00 Brno'],
  billingAddress: ['Firma s.r.o.', 'Kounicova 12', '602 00 Brno'],
  currency: 'CZK',
  subtotal: '780.00',
  discounts: [{ name: 'LETO10', amount: '78.00' }],
  giftCards: [{ lastCharacters: '2026', amount: '100.00' }],
  soldGiftCards: [],
  areCardsWithheld: false,
  duty: null,
  total: '899.00',
  taxesIncluded: true,
  taxes: [
    { rate: '21 %', base: '742.98', tax: '156.02' },
    { rate: '12 %', base: '100.00', tax: '12.00' },
  ],
  payment: { kind: 'cash_on_delivery' },
  afterSale: null,
  isCancelled: false,
};

const transfer = {
  kind: 'bank_transfer',
  account: '1991052008/9990',
  iban: 'CZ3299900000001991052008',
  variableSymbol: '1042',
  amount: '899.50',
  due: 'Zaplaťte do 3. prosince 2026.',
  qrSvg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><text>#&</text></svg>',
  spayd: 'SPD*1.0',
} as const;

let drawn: RenderedView | null = null;

afterEach(() => {
  drawn?.unmount();
  drawn = null;
});

async function show(more: Partial<OrderData> = {}): Promise<HTMLElement> {
  drawn = await draw(<Confirmation data={checkoutData()} order={{ ...order, ...more }} />);
  return drawn.container;
}

function steps(container: HTMLElement): string {
  return container.querySelector('.co-next')?.textContent ?? '';
}

describe('the confirmation', () => {
  it('tells number, addresses, lines and sums', async () => {
    const text = (await show()).textContent;
    for (const expected of [
      'Objednávka číslo 1042',
      'jana@example.cz',
      'Jana Nováková',
      'Firma s.r.o.',
      '2\u00a0kusy po 390\u00a0Kč',
      '899\u00a0Kč',
      'Do dvou dnů',
    ]) {
      expect(text).toContain(expected);
    }
  });

  it('shows value-added tax per rate', async () => {
    const rows = [...(await show()).querySelectorAll('.co-taxes tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ['21\u00a0%', '742,98\u00a0Kč', '156,02\u00a0Kč'],
      ['12\u00a0%', '100\u00a0Kč', '12\u00a0Kč'],
    ]);
  });

  it('[3.10] tells how each group goes where there are two', async () => {
    const ppl = { title: 'PPL', cost: '119.00', description: null };
    const shop = { title: 'Osobní odběr', cost: '0.00', description: null };
    const container = await show({
      deliveries: [
        { ...shop, group: 'ONE_TIME_PURCHASE' },
        { ...ppl, group: 'SUBSCRIPTION' },
      ],
    });
    const sums = [...container.querySelectorAll('.co-totals__row')].map((row) => row.textContent);
    expect(sums.slice(1, 3)).toEqual([
      'Doprava jednorázového nákupuzdarma',
      'Doprava předplatného119\u00a0Kč',
    ]);
    const details = container.querySelector('.co-details')?.textContent;
    expect(details).toContain('Doprava předplatnéhoPPL, 119\u00a0Kč');
  });

  it('[B.12] says until when to pay a transfer', async () => {
    expect(steps(await show({ payment: transfer }))).toContain('Zaplaťte do 3. prosince 2026.');
    drawn?.unmount();
    const older = await show({ payment: { ...transfer, due: null } });
    expect(steps(older)).toContain(transfer.account);
    expect(older.querySelector('.co-transfer__due')).toBeNull();
  });

  it('[B.12] shows no account for a transfer that is over', async () => {
    const afterSale = 'Objednávka je zrušená, protože platba včas nedorazila. Nic už prosím neplaťte.';
    const container = await show({
      payment: { kind: 'bank_transfer_ended', isExpired: false },
      afterSale,
      isCancelled: true,
    });
    expect(steps(container)).toBe(`Co bude dál${afterSale}`);
    expect(container.querySelector('.co-transfer')).toBeNull();
  });

  it('[B.12] promises no goods of an order whose time is over', async () => {
    const payment = { kind: 'bank_transfer_ended', isExpired: true } as const;
    const afterSale = 'Platba převodem včas nedorazila. Než ji pošlete, napište nám prosím.';
    expect(steps(await show({ payment, afterSale }))).toBe(`Co bude dál${afterSale}`);
  });

  it('[B.12] asks for no transfer that has arrived', async () => {
    const afterSale = 'Platba dorazila, děkujeme.';
    const container = await show({ payment: transfer, afterSale });
    expect(steps(container)).toContain(afterSale);
    expect(steps(container)).not.toContain(transfer.account);
    expect(steps(container)).not.toContain('Jakmile platba dorazí');
  });

  it('[B.12] asks for no payment of a cancelled order, and promises no goods', async () => {
    const afterSale = 'Objednávka je zrušená, nic už neplaťte.';
    const container = await show({ payment: transfer, afterSale, isCancelled: true });
    expect(container.querySelector('h1')?.textContent).toBe('Objednávka je zrušená');
    expect(steps(container)).toBe(`Co bude dál${afterSale}`);
  });

  it('shows the codes of gift cards that were bought, and how to keep them', async () => {
    const sold = { amount: '500.00', currency: 'CZK' };
    const soldGiftCards = [
      { ...sold, code: 'ABCD-EFGH-JKLM-2345' },
      { ...sold, code: 'NPQR-STUV-WXYZ-6789' },
    ];
    const container = await show({ soldGiftCards, deliveries: [] });
    expect(steps(container)).toContain('Kódy dárkových karet najdete hned tady.');
    const section = container.querySelector('[aria-labelledby="gift-cards-title"]');
    expect(section?.querySelector('h2')?.textContent).toBe('Vaše dárkové karty');
    const codes = [...(section?.querySelectorAll('.co-facts__value') ?? [])].map((code) => code.textContent);
    expect(codes).toEqual(['ABCD-EFGH-JKLM-2345', 'NPQR-STUV-WXYZ-6789']);
    expect(section?.textContent).toContain('Dárková karta na 500\u00a0Kč');
    drawn?.unmount();
    expect((await show()).querySelector('#gift-cards-title')).toBeNull();
  });

  it('tells when the code of a gift card begins to pay', async () => {
    const soldGiftCards = [{ code: 'ABCD-EFGH-JKLM-2345', amount: '500.00', currency: 'CZK' }];
    const paidBy = { kind: 'card', network: 'visa', lastFour: '1111', wallet: null } as const;
    const later = 'Kódem zaplatíte, jakmile nám dorazí peníze za tuto objednávku.';
    for (const [state, isToldLater] of [
      ['authorised', true],
      ['captured', false],
    ] as const) {
      const container = await show({ soldGiftCards, payment: { ...paidBy, state } });
      const section = container.querySelector('[aria-labelledby="gift-cards-title"]');
      expect(section?.textContent.includes(later)).toBe(isToldLater);
      drawn?.unmount();
    }
  });

  it('tells that the code of a gift card is withheld', async () => {
    const soldGiftCards = [{ code: 'ABCD-EFGH-JKLM-2345', amount: '500.00', currency: 'CZK' }];
    const reason =
      'Kódem teď zaplatit nejde, protože platba za tuto objednávku byla reklamována nebo vrácena.';
    for (const areCardsWithheld of [true, false]) {
      const container = await show({ soldGiftCards, areCardsWithheld });
      const section = container.querySelector('[aria-labelledby="gift-cards-title"]');
      expect(section?.textContent.includes(reason)).toBe(areCardsWithheld);
      drawn?.unmount();
    }
  });

  it.each([
    ['goods that are sent', {}, 'Zboží teď zabalíme a předáme dopravci.'],
    ['goods on file', { deliveries: [] }, 'Zboží teď připravíme a pošleme vám ho e-mailem.'],
    [
      'goods on file that are still to be paid',
      { deliveries: [], payment: transfer },
      'Jakmile platba dorazí na náš účet, zboží připravíme a pošleme vám ho e-mailem.',
    ],
    [
      'gift cards and goods on file',
      { deliveries: [], soldGiftCards: [{ code: 'ABCD-EFGH-JKLM-2345', amount: '500.00', currency: 'CZK' }] },
      'Kódy dárkových karet najdete hned tady. Ostatní zboží připravíme a pošleme vám e-mailem.',
    ],
  ])('promises of %s only what the shop does', async (_what, over, promise) => {
    expect(steps(await show(over))).toContain(promise);
  });

  it('[3.02] tells currency, duty and tax on top of an order from abroad', async () => {
    const abroad = {
      currency: 'USD',
      duty: '7.80',
      taxesIncluded: false,
      discounts: [],
      giftCards: [],
    } as const;
    const taxes = [{ rate: '7,25 %', base: '78.00', tax: '5.66' }];
    const container = await show({ ...abroad, taxes, payment: { ...transfer, qrSvg: null, spayd: null } });
    const sums = [...container.querySelectorAll('.co-totals__row')].map((row) => row.textContent);
    expect(sums.slice(2, 4)).toEqual(['Clo7,80\u00a0US$', 'Daň5,66\u00a0US$']);
    expect(container.querySelector('.co-taxes caption')?.textContent).toBe('Rekapitulace daně');
    expect(container.querySelector('.co-transfer img')).toBeNull();
    expect(steps(container)).toContain('QR kód pro platbu neexistuje');
  });

  it.each<[string, OrderData['payment'], RegExp]>([
    ['dobírka', { kind: 'cash_on_delivery' }, /Při převzetí zaplatíte 899\u00a0Kč/u],
    [
      'a captured card',
      { kind: 'card', network: 'visa', lastFour: '1111', state: 'captured', wallet: null },
      /Platba 899\u00a0Kč kartou Visa končící na 1111 proběhla v pořádku\./u,
    ],
    [
      'a card in a wallet',
      { kind: 'card', network: 'visa', lastFour: '1111', state: 'captured', wallet: 'google_pay' },
      /Platba 899\u00a0Kč přes Google Pay kartou Visa končící na 1111 proběhla v pořádku\./u,
    ],
    [
      'a card in Apple Pay',
      { kind: 'card', network: 'visa', lastFour: '1111', state: 'captured', wallet: 'apple_pay' },
      /Platba 899\u00a0Kč přes Apple Pay kartou Visa končící na 1111 proběhla v pořádku\./u,
    ],
    [
      '[4.19] an account',
      { kind: 'card', network: 'paypal', lastFour: '', state: 'captured', wallet: 'paypal' },
      /Platba 899\u00a0Kč přes PayPal proběhla v pořádku\./u,
    ],
    [
      '[4.19] an account of Venmo that is being looked at',
      { kind: 'card', network: 'venmo', lastFour: '', state: 'in_review', wallet: 'paypal' },
      /Platbu 899\u00a0Kč přes Venmo ještě prověřujeme\./u,
    ],
    [
      'an authorised card',
      { kind: 'card', network: 'mastercard', lastFour: '4444', state: 'authorised', wallet: null },
      /Mastercard končící na 4444 je schválená\./u,
    ],
    [
      'a card that is being looked at',
      { kind: 'card', network: '', lastFour: '', state: 'in_review', wallet: null },
      /Platbu 899\u00a0Kč kartou ještě prověřujeme\. Ozveme se vám, neplaťte prosím znovu\.Jakmile bude platba/u,
    ],
    ['nothing to pay', { kind: 'free' }, /objednávka je zdarma/u],
    ['a transfer', transfer, /Číslo účtu1991052008\/9990/u],
    ['a transfer from abroad', transfer, /CZ32 9990 0000 0019 9105 2008/u],
  ])('says what happens next with %s', async (_name, payment, text) => {
    expect(steps(await show({ payment }))).toMatch(text);
  });

  it('[B.07] shows the QR code as an image, so that nothing in it can run', async () => {
    const container = await show({ payment: transfer });
    expect(container.querySelector('.co-transfer svg[onload]')).toBeNull();
    const source = container.querySelector('.co-transfer img')?.getAttribute('src') ?? '';
    expect(source.startsWith('data:image/svg+xml')).toBe(true);
    expect(decodeURIComponent(source.slice(source.indexOf(',') + 1))).toBe(transfer.qrSvg);
    expect(container.querySelectorAll('[style]')).toHaveLength(0);
  });

  it('copies what banks want to have, without spaces and currency', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', {
      clipboard: {
        writeText: (text: string) => {
          copied.push(text);
          return Promise.resolve();
        },
      },
    });
    const container = await show({ payment: transfer });
    for (const each of container.querySelectorAll<HTMLButtonElement>('.co-copy')) {
      await settle(() => {
        each.click();
      });
    }
    expect(copied).toEqual(['899,50', '1991052008/9990', '1042', 'CZ3299900000001991052008']);
    expect(container.textContent).toContain('Zkopírováno');
  });

  it('says when copying is refused', async () => {
    vi.stubGlobal('navigator', {});
    const container = await show({ payment: transfer });
    await settle(() => {
      container.querySelector<HTMLButtonElement>('.co-copy')?.click();
    });
    expect(container.textContent).toContain('Zkopírovat se nepodařilo');
  });

  it('reads an order as the server writes it, and nothing else', () => {
    const data = { ...checkoutData(), order: { ...order, payment: transfer } };
    expect(decodeOrder(data, '')).toEqual(data.order);
    const wrong = { ...data, order: { ...order, payment: { kind: 'barter' } } };
    expect(() => decodeOrder(wrong, '')).toThrow('order.payment.kind');
  });

  it('a wallet that a newer server names leaves the card alone, not a page without an order', () => {
    const card = { kind: 'card', network: 'visa', lastFour: '1111', state: 'captured' };
    const newer = { ...checkoutData(), order: { ...order, payment: { ...card, wallet: 'next_pay' } } };
    expect(decodeOrder(newer, '')?.payment).toEqual({ ...card, wallet: null });
  });
});
