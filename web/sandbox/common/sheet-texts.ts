/** What every emulated sheet says in the same words. */
export const sheetTexts = {
  explanation: 'Kupující i karty jsou smyšlené. Nic se doopravdy neplatí.',
  buyer: 'Kupující',
  card: 'Karta',
  address: 'Doručovací adresa',
  ways: 'Způsob dopravy',
  summary: 'Souhrn',
  pay: 'Zaplatit',
  paying: 'Probíhá platba…',
  cancel: 'Zrušit',
  waiting: 'Obchod přepočítává cenu…',
} as const;
