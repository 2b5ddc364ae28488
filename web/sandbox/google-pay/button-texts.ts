/** Button texts by language and type; `%` stands for the wallet. */
const TEXTS = {
  cs: {
    book: 'Rezervovat přes %',
    buy: 'Koupit přes %',
    checkout: 'K pokladně přes %',
    donate: 'Přispět přes %',
    order: 'Objednat přes %',
    pay: 'Zaplatit přes %',
    plain: '%',
    subscribe: 'Předplatit přes %',
    long: 'Koupit přes %',
    short: '%',
  },
  en: {
    book: 'Book with %',
    buy: 'Buy with %',
    checkout: 'Checkout with %',
    donate: 'Donate with %',
    order: 'Order with %',
    pay: 'Pay with %',
    plain: '%',
    subscribe: 'Subscribe with %',
    long: 'Buy with %',
    short: '%',
  },
  sk: {
    book: 'Rezervovať cez %',
    buy: 'Kúpiť cez %',
    checkout: 'K pokladni cez %',
    donate: 'Prispieť cez %',
    order: 'Objednať cez %',
    pay: 'Zaplatiť cez %',
    plain: '%',
    subscribe: 'Predplatiť cez %',
    long: 'Kúpiť cez %',
    short: '%',
  },
} as const;

const WALLET = 'Google Pay';

type Language = keyof typeof TEXTS;
export type ButtonType = keyof (typeof TEXTS)['cs'];

const isLanguage = (value: string): value is Language => Object.hasOwn(TEXTS, value);

/** Whether the SDK knows this button type. */
export const isButtonType = (value: unknown): value is ButtonType =>
  typeof value === 'string' && Object.hasOwn(TEXTS.cs, value);

/** The text of a button. Google's button follows the browser's language by default; this one is Czech. */
export function buttonLabel(type: ButtonType, locale = 'cs'): { label: string; language: string } {
  const wanted = locale.toLowerCase().split(/[-_]/)[0] ?? '';
  const language: Language = isLanguage(wanted) ? wanted : 'en';
  return { label: TEXTS[language][type].replace('%', WALLET), language };
}
