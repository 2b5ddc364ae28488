/** The texts of the emulated Amazon's pages. */
export const texts = {
  name: 'Amazon Pay',
  waiting: 'Načítá se…',
  missing: 'Tuto platbu se nepodařilo načíst. Vraťte se prosím do obchodu a zkuste to znovu.',
  over: 'Tato platba už skončila.',
  leaveOver: 'Zpět do obchodu',
  failed: 'To se nepodařilo. Zkuste to prosím znovu.',
  payee: 'Příjemce',
  buyer: 'Kupující',
  signIn: 'Přihlásit se',
  signedIn: 'Přihlášený kupující',
  anotherBuyer: 'Přihlásit se jako někdo jiný',
  prime: 'Členství Prime: ano',
  noPrime: 'Členství Prime: ne',
  address: 'Doručovací adresa',
  noAddress: 'Na žádnou z adres tohoto kupujícího obchod nedoručuje.',
  unserved: (addresses: string): string => `Sem obchod nedoručuje: ${addresses}.`,
  card: 'Karta',
  toShop: 'Pokračovat do obchodu',
  total: 'Celkem',
  pay: 'Zaplatit',
  notReady: 'Obchod zatím nesdělil všechno, co je k platbě potřeba.',
  sending: 'Odesílá se…',
  cancel: 'Zrušit a vrátit se do obchodu',
  goBack: 'Zpět do obchodu beze změny',
  recurring: 'Opakované platby',
} as const;

/** What happens to a payment, by the last digits of the card. */
const OUTCOMES: Readonly<Partial<Record<string, string>>> = {
  '3064': 'Kupující platbu zruší',
  '3434': 'Platba bude zamítnuta',
  '0701': 'Platba se 30 sekund ověřuje a projde',
  '4354': 'Platba se 30 sekund ověřuje a neprojde',
};

/** What happens to a payment with a card. */
export const outcomeText = (ending: string): string => OUTCOMES[ending] ?? 'Platba projde';

/** How often a permission is charged, by Amazon's names of the units. */
const FREQUENCIES: Readonly<Partial<Record<string, string>>> = {
  Day: 'day',
  Week: 'week',
  Month: 'month',
  Year: 'year',
};

/** The frequency of recurring charges, such as `každé 2 týdny`. */
export function frequencyText(unit: string, value: string): string {
  const known = FREQUENCIES[unit];
  if (known === undefined) return 'podle předplatného';
  const count = new Intl.NumberFormat('cs', { style: 'unit', unit: known, unitDisplay: 'long' });
  return `jednou za ${count.format(Number(value))}`;
}
