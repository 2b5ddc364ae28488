/** Texts common to all emulated sheets. */
export const sheetTexts = {
  trial: 'Zkušební provoz: nic se neplatí',
  buyer: 'Kupující',
  card: 'Karta',
  address: 'Doručovací adresa',
  ways: 'Způsob dopravy',
  summary: 'Souhrn',
  pay: 'Zaplatit',
  paying: 'Probíhá platba…',
  cancel: 'Zrušit',
  opening: 'Načítá se…',
  notLoaded: 'Okno se nepodařilo načíst. Zavřete ho a zkuste to znovu.',
  waiting: 'Obchod přepočítává cenu…',
  emulation: 'Jen pro zkoušení',
} as const;
