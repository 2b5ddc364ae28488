/** Every text of a wallet's sheet, by key. Loaded with the first sheet only. */
import { OUT_OF_STOCK, type DialogWithLink } from './cs.ts';
import { unserviceableAddress, walletError } from './wallet.cs.ts';

/** The field's name within sentences. */
interface FieldWords {
  /** The field after 'Zadejte'. */
  readonly wanted: string;
  /** 'Valid' before it, in its gender. */
  readonly valid: string;
  /** Before 'nesmí obsahovat'. */
  readonly subject: string;
  /** What it is if it is too long. */
  readonly tooLong: string;
}

const FIELDS = {
  email: {
    wanted: 'e-mail',
    valid: 'platný',
    subject: 'E-mail',
    tooLong: 'je příliš dlouhý',
  },
  phone: {
    wanted: 'telefonní číslo',
    valid: 'platné',
    subject: 'Telefonní číslo',
    tooLong: 'je příliš dlouhé',
  },
  first_name: {
    wanted: 'křestní jméno',
    valid: 'platné',
    subject: 'Křestní jméno',
    tooLong: 'je příliš dlouhé',
  },
  last_name: {
    wanted: 'příjmení',
    valid: 'platné',
    subject: 'Příjmení',
    tooLong: 'je příliš dlouhé',
  },
  company: {
    wanted: 'název firmy',
    valid: 'platný',
    subject: 'Název firmy',
    tooLong: 'je příliš dlouhý',
  },
  address1: {
    wanted: 'ulici a číslo popisné',
    valid: 'platnou',
    subject: 'Ulice a číslo popisné',
    tooLong: 'jsou příliš dlouhé',
  },
  address2: {
    wanted: 'doplněk adresy (byt, patro)',
    valid: 'platný',
    subject: 'Doplněk adresy',
    tooLong: 'je příliš dlouhý',
  },
  city: {
    wanted: 'město nebo obec',
    valid: 'platné',
    subject: 'Název města',
    tooLong: 'je příliš dlouhý',
  },
  zone: {
    wanted: 'kraj nebo stát',
    valid: 'platný',
    subject: 'Název kraje',
    tooLong: 'je příliš dlouhý',
  },
  emirate: {
    wanted: 'emirát',
    valid: 'platný',
    subject: 'Název emirátu',
    tooLong: 'je příliš dlouhý',
  },
  postal_code: {
    wanted: 'PSČ',
    valid: 'platné',
    subject: 'PSČ',
    tooLong: 'je příliš dlouhé',
  },
  country: {
    wanted: 'zemi',
    valid: 'platnou',
    subject: 'Název země',
    tooLong: 'je příliš dlouhý',
  },
} as const satisfies Record<string, FieldWords>;

/** A field of a contact, as message keys name it. */
export type MessageField = keyof typeof FIELDS;

const FAULTS = {
  missing: ({ wanted }: FieldWords) => `Zadejte ${wanted}.`,
  invalid: ({ valid, wanted }: FieldWords) => `Zadejte ${valid} ${wanted}.`,
  too_long: ({ subject, tooLong }: FieldWords) => `${subject} ${tooLong}.`,
  emojis: ({ subject }: FieldWords) => `${subject} nesmí obsahovat emoji.`,
  url: ({ subject }: FieldWords) => `${subject} nesmí obsahovat webovou adresu.`,
  html_tags: ({ subject }: FieldWords) => `${subject} nesmí obsahovat značky HTML.`,
} as const;

/** The kinds of errors of a field. */
export type MessageFault = keyof typeof FAULTS;

/** Messages about no single field. */
const WHOLE = {
  'errors.missing.shipping_option': 'Vyberte způsob doručení.',
  'shipping_methods.choose_delivery_strategy': 'Vyberte způsob doručení.',
  'errors.invalid.shipping_address': 'Zadejte platnou doručovací adresu.',
  'errors.invalid.billing_address': 'Zadejte platnou fakturační adresu.',
  'errors.invalid.payment_method': 'Platbu se nepodařilo provést. Zvolte prosím jinou kartu.',
  'errors.invalid.discount': 'Tento slevový kód nelze použít.',
  'errors.timeout': 'Odpověď trvala příliš dlouho. Zkuste to prosím znovu.',
  'errors.checkout': 'Nákup prosím dokončete v pokladně.',
  'errors.closed': 'Nákup byl ukončen. Začněte prosím znovu.',
  'error_dialogs.product.out_of_stock': OUT_OF_STOCK.text,
} as const;

/** The key of a message. */
export type MessageKey = `errors.${MessageFault}.${MessageField}` | keyof typeof WHOLE;

/** The key of a message about a field. */
export const fieldKey = (fault: MessageFault, field: MessageField): MessageKey => `errors.${fault}.${field}`;

/** Every message, by key. */
export const MESSAGES: Readonly<Record<MessageKey, string>> = {
  ...(Object.fromEntries(
    Object.entries(FAULTS).flatMap(([fault, sentence]) =>
      Object.entries(FIELDS).map(([field, words]) => [`errors.${fault}.${field}`, sentence(words)]),
    ),
  ) as Record<`errors.${MessageFault}.${MessageField}`, string>),
  ...WHOLE,
};

export const TOTAL = 'Celkem';
export const SUBTOTAL = 'Mezisoučet';
export const DISCOUNTS = 'Slevy';
export const GIFT_CARDS = 'Dárkové karty';
export const SHIPPING = 'Doprava';
export const DUTIES = 'Clo';
/** It is added; not every country calls it DPH. */
export const TAX = 'Daň';
/** The prices include it: shown, but not added. */
export const TAX_INCLUDED = 'Včetně DPH';

export { unserviceableAddress, walletError };

/** The browser blocked the window. If there is a checkout URL, the dialog offers the checkout, which needs no window. */
export const windowBlocked = (wallet: string, checkout: string | null): DialogWithLink => ({
  title: `Okno služby ${wallet} se neotevřelo`,
  text: `Prohlížeč zablokoval okno, ve kterém se přes ${wallet} platí. Povolte pro tento obchod vyskakovací okna a zkuste to znovu, nebo v pokladně zaplaťte jinak.`,
  ...(checkout !== null && { link: { label: 'Pokračovat do pokladny', url: checkout } }),
});
