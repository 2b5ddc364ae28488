/** What this sheet says of itself besides what all of them say; the rest are the merchant's words. */
export const texts = {
  title: 'Google Pay – zkušební prostředí',
  total: 'Celkem',
  estimated: 'odhad',
  notDelivered: 'Do této země obchod nedoručuje.',
  merchantSilent: 'Obchod neodpověděl. Zkuste změnit adresu nebo dopravu, případně platbu zrušte.',
  mintFailed: 'Google Pay teď neodpovídá. Zkuste to prosím znovu.',
} as const;
