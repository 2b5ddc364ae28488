/** What the sheet says of itself; the rest are the merchant's words. */
export const texts = {
  title: 'Apple Pay – zkušební prostředí',
  explanation: 'Kupující i karty jsou smyšlené. Nic se doopravdy neplatí.',
  buyer: 'Kupující',
  card: 'Karta',
  address: 'Doručovací adresa',
  options: 'Způsob dopravy',
  coupon: 'Slevový kód',
  useCoupon: 'Použít',
  summary: 'Souhrn',
  pending: 'zatím neznámá částka',
  pay: 'Zaplatit',
  paying: 'Probíhá platba…',
  cancel: 'Zrušit',
  validating: 'Ověřuje se obchod…',
  waiting: 'Obchod přepočítává cenu…',
  failed: 'Platba nebyla dokončena. Zkuste to prosím znovu.',
} as const;
