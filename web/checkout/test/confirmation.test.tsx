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
      plan: 'Každý měsíc',
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
  sums: [
    { label: 'Mezisoučet', amount: '780\u00a0Kč', kind: 'part' },
    { label: 'Celkem', amount: '999\u00a0Kč', kind: 'total' },
    { label: 'Dárková karta …2026', amount: '−100\u00a0Kč', kind: 'part' },
    { label: 'K úhradě', amount: '899\u00a0Kč', kind: 'due' },
  ],
  soldGiftCards: [],
  giftCardHint: null,
  downloads: null,
  total: '899.00',
  taxesIncluded: true,
  taxes: [
    { rate: '21 %', base: '742.98', tax: '156.02' },
    { rate: '12 %', base: '100.00', tax: '12.00' },
  ],
  transfer: null,
  nextSteps: ['Při převzetí zaplatíte 899\u00a0Kč.', 'Zboží teď zabalíme a předáme dopravci.'],
  parcels: [],
  standing: null,
};

const transfer = {
  account: '1991052008/9990',
  iban: 'CZ3299900000001991052008',
  variableSymbol: '1042',
  message: null,
  amount: '899.50',
  due: 'Zaplaťte do 3. prosince 2026.',
  qrSvg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><text>#&</text></svg>',
  spayd: 'SPD*1.0',
  epc: null,
} as const;

let drawn: RenderedView | null = null;

afterEach(() => {
  drawn?.unmount();
  drawn = null;
});

/** What the sums say, row by row. */
const rowsOf = (container: HTMLElement): string[] =>
  [...container.querySelectorAll('.co-totals__row')].map(({ textContent }) =>
    textContent.replaceAll('\u00a0', ' '),
  );

async function show(more: Partial<OrderData> = {}): Promise<HTMLElement> {
  drawn = await draw(<Confirmation data={checkoutData()} order={{ ...order, ...more }} />);
  return drawn.container;
}

function steps(container: HTMLElement): string {
  return container.querySelector('.co-next')?.textContent ?? '';
}

describe('the confirmation', () => {
  it('[3.03] [8.03] shows the server’s sums in their order, what is paid in bold, and the plan of a line', async () => {
    const container = await show();
    expect(rowsOf(container)).toEqual([
      'Mezisoučet780 Kč',
      'Celkem999 Kč',
      'Dárková karta …2026−100 Kč',
      'K úhradě899 Kč',
    ]);
    const bold = [...container.querySelectorAll('.co-totals__row--total dt')];
    expect(bold.map(({ textContent }) => textContent)).toEqual(['Celkem', 'K úhradě']);
    expect(container.querySelector('.co-line')?.textContent).toContain('Každý měsíc');
  });

  it('[8.03] speaks as a shop does of writing to the buyer, and of a transfer without a code', async () => {
    const told = (await show({ transfer: { ...transfer, qrSvg: null, spayd: null } })).textContent;
    expect(told).toContain('Kdybychom potřebovali něco upřesnit, napíšeme vám na\u00a0jana@example.cz.');
    expect(told).toContain(
      'QR kód vytváříme jen pro platby v\u00a0korunách a\u00a0eurech. Zaplaťte prosím podle údajů níže.',
    );
  });

  it('[B.12] links only files that may be downloaded, and asks for consent by a form', async () => {
    const file = {
      title: 'Spižírna',
      url: '/checkout/Z/downloads/1?until=5&signature=00',
      note: 'Zbývá 5 stažení.',
    };
    const gone = { title: 'Sklep', url: null, note: 'Počet stažení je vyčerpaný.' };
    const downloads = {
      files: [file, gone],
      note: null,
      consent: null,
      confirmed: 'Souhlasili jste.',
      isFinishing: false,
    };
    const region = (await show({ downloads })).querySelector('[aria-labelledby="downloads-title"]');
    const links = [...(region?.querySelectorAll('a') ?? [])];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([file.url]);
    expect(links[0]?.getAttribute('aria-label')).toBe('Stáhnout: Spižírna');
    expect(region?.textContent).toContain('Souhlasili jste.');
    expect(region?.querySelector('form')).toBeNull();
    drawn?.unmount();
    const consent = {
      action: '/checkout/Z/downloads?key=1',
      reason: 'Důvod.',
      text: 'Chci.',
      button: 'Souhlasím',
    };
    const asked = await show({ downloads: { ...downloads, files: [gone], consent, confirmed: null } });
    const form = asked.querySelector<HTMLFormElement>('form');
    expect(form?.method).toBe('post');
    expect(form?.getAttribute('action')).toBe(consent.action);
    expect(form?.textContent).toBe('Důvod.Chci.Souhlasím');
  });

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
    const details = container.querySelector('.co-details')?.textContent;
    expect(details).toContain('Doprava předplatnéhoPPL, 119\u00a0Kč');
  });

  it('[B.12] says until when to pay a transfer', async () => {
    expect(steps(await show({ transfer }))).toContain('Zaplaťte do 3. prosince 2026.');
    drawn?.unmount();
    const older = await show({ transfer: { ...transfer, due: null } });
    expect(steps(older)).toContain(transfer.account);
    expect(older.querySelector('.co-transfer__due')).toBeNull();
  });

  it('[B.12] says the next steps in the words of the server', async () => {
    const nextSteps = ['Zaplatili jste 899 Kč převodem.', 'Vracíme vám 100 Kč.'];
    const container = await show({ nextSteps });
    const told = [...container.querySelectorAll('.co-next p')].map((step) => step.textContent);
    expect(told).toEqual(nextSteps);
    expect(container.querySelector('.co-transfer')).toBeNull();
  });

  it('[B.12] leaves out the next steps if there are none', async () => {
    expect((await show({ nextSteps: [] })).querySelector('#next-title')).toBeNull();
  });

  it('[B.12] does not thank for an order that came to nothing', async () => {
    expect((await show()).querySelector('h1')?.textContent).toBe('Děkujeme za objednávku');
    drawn?.unmount();
    const container = await show({
      standing: 'Objednávka je zrušená',
      nextSteps: ['Objednávka je zrušená.'],
    });
    expect(container.querySelector('h1')?.textContent).toBe('Objednávka je zrušená');
    expect(steps(container)).toBe('Co bude dálObjednávka je zrušená.');
  });

  it('[B.12] shows each bought gift card with its state, and copies only a code that is of use', async () => {
    const sold = { amount: '500.00', currency: 'CZK' };
    const soldGiftCards = [
      { ...sold, code: 'ABCD-EFGH-JKLM-2345', note: null, isOfUse: true },
      { ...sold, code: 'NPQR-STUV-WXYZ-6789', note: 'Na kartě už nic nezbývá.', isOfUse: false },
      { ...sold, code: null, note: 'Karta je zrušená, peníze jsme vrátili.', isOfUse: false },
    ];
    const container = await show({ soldGiftCards, giftCardHint: 'Kód si uložte.' });
    const section = container.querySelector('[aria-labelledby="gift-cards-title"]');
    expect(section?.querySelector('h2')?.textContent).toBe('Vaše dárkové karty');
    expect(section?.querySelector('.co-section__hint')?.textContent).toBe('Kód si uložte.');
    const rows = [...(section?.querySelectorAll('.co-facts__row') ?? [])].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('.co-facts__value')?.textContent,
      row.querySelectorAll('.co-copy').length,
      row.querySelector('.co-quiet')?.textContent,
    ]);
    const title = 'Dárková karta na 500\u00a0Kč';
    expect(rows).toEqual([
      [title, 'ABCD-EFGH-JKLM-2345', 1, undefined],
      [title, 'NPQR-STUV-WXYZ-6789', 0, 'Na kartě už nic nezbývá.'],
      [title, undefined, 0, 'Karta je zrušená, peníze jsme vrátili.'],
    ]);
  });

  it('[B.12] leaves out the gift cards if none was bought, and the hint if no code is of use', async () => {
    expect((await show()).querySelector('#gift-cards-title')).toBeNull();
    drawn?.unmount();
    const card = { code: null, amount: '500.00', currency: 'CZK', note: 'Karta je zrušená.', isOfUse: false };
    const container = await show({ soldGiftCards: [card] });
    const section = container.querySelector('[aria-labelledby="gift-cards-title"]');
    expect(section?.querySelector('h2')?.textContent).toBe('Vaše dárková karta');
    expect(section?.querySelector('.co-section__hint')).toBeNull();
  });

  it('[3.02] tells the tax on top of an order from abroad', async () => {
    const abroad = {
      currency: 'USD',
      taxesIncluded: false,
    } as const;
    const taxes = [{ rate: '7,25 %', base: '78.00', tax: '5.66' }];
    const container = await show({ ...abroad, taxes, transfer: { ...transfer, qrSvg: null, spayd: null } });
    expect(container.querySelector('.co-taxes caption')?.textContent).toBe('Rekapitulace daně');
    expect(container.querySelector('.co-transfer img')).toBeNull();
    expect(steps(container)).toContain('QR kód vytváříme jen pro platby');
  });

  it('shows account and IBAN of a transfer', async () => {
    const told = steps(await show({ transfer }));
    expect(told).toContain('Číslo účtu1991052008/9990');
    expect(told).toContain('CZ32 9990 0000 0019 9105 2008');
  });

  it('[B.07] a transfer in euros has the European code, and carries the variable symbol in its text', async () => {
    const inEuros = { ...transfer, account: null, message: '/VS/1042', spayd: null, epc: 'BCD' };
    const container = await show({ currency: 'EUR', transfer: inEuros });
    const told = steps(container);
    expect(told).toContain('Evropský QR kód: naskenujte');
    expect(told).not.toContain('QR Platba');
    expect(told).not.toContain('Číslo účtu');
    expect(told).toContain('Zpráva pro příjemce/VS/1042');
    expect(told).toContain('899,50\u00a0€');
    expect(steps(await show({ transfer }))).not.toContain('Zpráva pro příjemce');
  });

  it('[B.12] leads to the carrier’s page about each parcel, without telling the carrier where from', async () => {
    const parcels = [
      { text: 'Sledovat zásilku 1 (PPL)', url: 'https://ppl.example/?z=1' },
      { text: 'Sledovat zásilku 2 (PPL)', url: 'https://ppl.example/?z=2' },
    ];
    const links = [...(await show({ parcels })).querySelectorAll('.co-next a')];
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      parcels.map(({ text, url }) => [text, url]),
    );
    expect(links.every((link) => link.getAttribute('rel') === 'noreferrer')).toBe(true);
  });

  it('[B.07] shows the QR code as an image, so that nothing in it can run', async () => {
    const container = await show({ transfer });
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
    const container = await show({ transfer });
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
    const container = await show({ transfer });
    await settle(() => {
      container.querySelector<HTMLButtonElement>('.co-copy')?.click();
    });
    expect(container.textContent).toContain('Zkopírovat se nepodařilo');
  });

  it('reads an order as the server writes it, and nothing else', () => {
    const data = { ...checkoutData(), order: { ...order, transfer } };
    expect(decodeOrder(data, '')).toEqual(data.order);
    const wrong = { ...data, order: { ...order, nextSteps: 'Zboží' } };
    expect(() => decodeOrder(wrong, '')).toThrow('order.nextSteps');
  });
});
