/** Every text of a wallet's sheet, by key. Loaded with the first sheet only. */
import { OUT_OF_STOCK, type DialogWithLink } from './cs.ts';
import { unserviceableAddress, walletError } from './wallet.cs.ts';

/** The field's name within sentences. */
interface FieldWords {
  /** The field after 'Zadejte', if it is missing. */
  readonly wanted: string;
  /** The correct value after 'Zadejte', if it is invalid. */
  readonly valid: string;
  /** Before 'nesmí obsahovat'. */
  readonly subject: string;
  /** A whole sentence. */
  readonly tooLong: string;
}

const FIELDS = {
  email: {
    wanted: 'e-mail',
    valid: 'platnou e-mailovou adresu',
    subject: 'E-mail',
    tooLong: 'E-mailová adresa je příliš dlouhá.',
  },
  phone: {
    wanted: 'telefonní číslo',
    valid: 'platné telefonní číslo',
    subject: 'Telefonní číslo',
    tooLong: 'Telefonní číslo je příliš dlouhé.',
  },
  first_name: {
    wanted: 'křestní jméno',
    valid: 'platné křestní jméno',
    subject: 'Křestní jméno',
    tooLong: 'Křestní jméno je příliš dlouhé.',
  },
  last_name: {
    wanted: 'příjmení',
    valid: 'platné příjmení',
    subject: 'Příjmení',
    tooLong: 'Příjmení je příliš dlouhé.',
  },
  company: {
    wanted: 'název firmy',
    valid: 'platný název firmy',
    subject: 'Název firmy',
    tooLong: 'Název firmy je příliš dlouhý.',
  },
  address1: {
    wanted: 'ulici a číslo popisné',
    valid: 'platnou ulici a číslo popisné',
    subject: 'Ulice a číslo popisné',
    tooLong: 'Ulice a číslo popisné jsou příliš dlouhé.',
  },
  address2: {
    wanted: 'doplněk adresy (byt, patro)',
    valid: 'platný doplněk adresy (byt, patro)',
    subject: 'Doplněk adresy',
    tooLong: 'Doplněk adresy je příliš dlouhý.',
  },
  city: {
    wanted: 'město nebo obec',
    valid: 'platné město nebo obec',
    subject: 'Název města',
    tooLong: 'Název města je příliš dlouhý.',
  },
  zone: {
    wanted: 'kraj nebo stát',
    valid: 'platný kraj nebo stát',
    subject: 'Název kraje',
    tooLong: 'Název kraje je příliš dlouhý.',
  },
  emirate: {
    wanted: 'emirát',
    valid: 'platný emirát',
    subject: 'Název emirátu',
    tooLong: 'Název emirátu je příliš dlouhý.',
  },
  postal_code: {
    wanted: 'PSČ',
    valid: 'platné PSČ',
    subject: 'PSČ',
    tooLong: 'PSČ je příliš dlouhé.',
  },
  country: {
    wanted: 'zemi',
    valid: 'platnou zemi',
    subject: 'Název země',
    tooLong: 'Název země je příliš dlouhý.',
  },
} as const satisfies Record<string, FieldWords>;

/** A field of a contact, as message keys name it. */
export type MessageField = keyof typeof FIELDS;

const FAULTS = {
  missing: ({ wanted }: FieldWords) => `Zadejte ${wanted}.`,
  invalid: ({ valid }: FieldWords) => `Zadejte ${valid}.`,
  too_long: ({ tooLong }: FieldWords) => tooLong,
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
