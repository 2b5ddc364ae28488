/** The texts of this sheet alone (sheet-texts.ts has the common ones). The merchant supplies all others. */
export const texts = {
  title: 'Meta Pay',
  containerType: 'Zapečetí se',
  scenario: 'Průběh',
  offer: 'Slevový kód',
  useOffer: 'Použít',
  details: 'Podrobnosti',
  merchantSilent: 'Obchod neodpověděl. Zkuste změnit kupujícího nebo dopravu, případně platbu zrušte.',
  mintFailed: 'Meta Pay teď neodpovídá. Zkuste to prosím znovu.',
} as const;
