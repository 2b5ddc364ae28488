/** The window's texts. */
export const texts = {
  waiting: 'Chvíli strpení, obchod připravuje objednávku…',
  missing: 'Tuto objednávku se nepodařilo načíst. Zavřete okno a zkuste to z obchodu znovu.',
  failed: 'Schválení se nepodařilo odeslat. Zkuste to prosím znovu.',
  payee: 'Příjemce',
  buyer: 'Kupující',
  scenario: 'Co se stane',
  total: 'Celkem',
  later: 'Konečnou částku potvrdíte v\u00a0obchodě.',
  again: 'Tuto objednávku jste už schválili.',
  agreement: (brand: string, wallet: string): string =>
    `Obchod ${brand} si uloží váš účet ${wallet} a\u00a0bude z\u00a0něj strhávat platby za předplatné.`,
  nothingNow:
    'V\u00a0tomto okně nic neplatíte. Jestli a\u00a0kolik zaplatíte hned, potvrdíte v\u00a0obchodě.',
  agreedAgain: 'S\u00a0uložením účtu jste už souhlasili.',
  agree: 'Souhlasit a pokračovat',
  agreeing: 'Odesílá se…',
  cancel: 'Zrušit a vrátit se do obchodu',
} as const;

/** Names of the parts of an amount, in display order. */
export const PARTS: Readonly<Partial<Record<string, string>>> = {
  item_total: 'Zboží',
  shipping: 'Doprava',
  handling: 'Clo a poplatky',
  tax_total: 'Daň',
  discount: 'Sleva',
  shipping_discount: 'Sleva na dopravu',
};

/** Parts that are subtracted. */
export const TAKEN_OFF: readonly string[] = ['discount', 'shipping_discount'];

/** The scenario in which PayPal's page fails. The server plays the others. */
export const BROKEN = 'error';

/** Scenarios of an approval. */
const SCENARIOS = [
  { id: 'approve', text: 'Vše proběhne v pořádku' },
  { id: 'decline', text: 'Platba bude zamítnuta' },
  { id: 'slow', text: 'Platba potrvá' },
  { id: 'answer_lost', text: 'První odpověď se ztratí' },
  { id: 'capture_refused', text: 'Peníze nepůjde strhnout' },
  { id: BROKEN, text: 'Okno ohlásí chybu' },
] as const;

/** Scenarios that agreements have, too. */
const OF_AGREEMENTS = [...SCENARIOS, { id: 'keep_refused', text: 'Účet nepůjde uložit' }] as const;

/** The scenarios of an order or an agreement. */
export const scenariosOf = (kind: 'order' | 'agreement'): typeof SCENARIOS | typeof OF_AGREEMENTS =>
  kind === 'order' ? SCENARIOS : OF_AGREEMENTS;
