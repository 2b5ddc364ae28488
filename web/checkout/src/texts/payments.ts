import type { ApprovedAccount, PaymentKind } from '../bootstrap/data.ts';

/** What is said about each way to pay but an account. */
export const PAYMENT_TEXTS: Readonly<
  Record<
    Exclude<PaymentKind, 'account'>,
    {
      readonly title: string;
      readonly description: string;
      /** Why it cannot be chosen. */
      readonly impossible: string;
      /** What happens after ordering, shown once it is chosen. */
      readonly chosen: string;
    }
  >
> = {
  card: {
    title: 'Platební karta',
    description: 'Zaplatíte hned, zboží můžeme poslat bez čekání.',
    impossible: 'Kartou teď platit nejde.',
    chosen: '',
  },
  cash_on_delivery: {
    title: 'Dobírka',
    description: 'Zaplatíte při převzetí.',
    impossible: 'U zvolené dopravy dobírka není možná.',
    chosen: 'Celou částku zaplatíte dopravci při převzetí zásilky, hotově nebo kartou.',
  },
  bank_transfer: {
    title: 'Bankovní převod',
    description: 'Naskenujete QR kód v aplikaci své banky.',
    impossible: 'Převodem teď platit nejde.',
    chosen:
      'Po odeslání objednávky vám ukážeme QR kód, číslo účtu a variabilní symbol. Kód stačí naskenovat v aplikaci banky, všechny údaje se vyplní samy. Zboží pošleme, jakmile platba dorazí.',
  },
};

/** What is said where nothing is to be paid. */
export const NOTHING_TO_PAY = 'Není co platit, objednávka je zdarma.';
export const PAID_BY_CARDS = 'Celou částku uhradí dárkové karty.';

/** What is said of a transfer instead, in a currency whose payments have no QR code. */
export const TRANSFER_WITHOUT_CODE = {
  description: 'Zaplatíte ze svého účtu.',
  chosen:
    'Po odeslání objednávky vám ukážeme číslo účtu a variabilní symbol. Zboží pošleme, jakmile platba dorazí.',
} as const;

/** What is said about an account that has approved an order. It can always pay, or is not offered. */
export const ACCOUNT_TEXTS = {
  description: 'Platbu jste už schválili.',
  chosen: 'Celkovou částku zaplatíte odesláním objednávky. Znovu se přihlašovat nemusíte.',
} as const;

/** What is said of an account whose owner confirms the payment after ordering. */
export const CHOSEN_ACCOUNT = {
  description: 'Adresu a kartu jste už vybrali.',
  chosen: 'Po odeslání objednávky platbu potvrdíte na Amazonu.',
} as const;

/** What is said of an account instead, where it is kept. */
export const KEPT_ACCOUNT = {
  description: 'S uložením účtu jste už souhlasili.',
  free: 'Teď nic neplatíte. Po odeslání objednávky si váš účet uložíme a další platby strhneme z něj.',
  due: 'Odesláním objednávky zaplatíte celkovou částku. Váš účet si uložíme a další platby strhneme z něj.',
  /** Nothing renews, but the page has asked for an agreement. */
  once: 'Odesláním objednávky zaplatíte celkovou částku. Váš účet si uložíme.',
} as const;

/** What kinds of accounts are called. */
export const ACCOUNT_TITLES: Readonly<Record<ApprovedAccount['account'], string>> = {
  paypal: 'PayPal',
  venmo: 'Venmo',
  amazon_pay: 'Amazon Pay',
};
