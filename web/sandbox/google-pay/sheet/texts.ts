/** The texts of this sheet alone (sheet-texts.ts has the common ones). The merchant supplies all others. */
export const texts = {
  title: 'Google Pay',
  total: 'Celkem',
  estimated: 'odhad',
  notDelivered: 'Do této země obchod nedoručuje.',
  merchantSilent: 'Obchod neodpověděl. Zkuste změnit adresu nebo dopravu, případně platbu zrušte.',
  mintFailed: 'Google Pay teď neodpovídá. Zkuste to prosím znovu.',
} as const;
