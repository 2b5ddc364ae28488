/** What the sheet says of itself; the rest are the merchant's words. */
export const texts = {
  title: 'Google Pay – zkušební prostředí',
  explanation: 'Kupující i karty jsou smyšlené. Nic se doopravdy neplatí.',
  buyer: 'Kupující',
  card: 'Karta',
  address: 'Doručovací adresa',
  options: 'Způsob dopravy',
  summary: 'Souhrn',
  total: 'Celkem',
  estimated: 'odhad',
  pay: 'Zaplatit',
  paying: 'Probíhá platba…',
  cancel: 'Zrušit',
  waiting: 'Obchod přepočítává cenu…',
  notDelivered: 'Do této země obchod nedoručuje.',
  merchantSilent: 'Obchod neodpověděl. Zkuste změnit adresu nebo dopravu, případně platbu zrušte.',
  mintFailed: 'Google Pay teď neodpovídá. Zkuste to prosím znovu.',
} as const;
