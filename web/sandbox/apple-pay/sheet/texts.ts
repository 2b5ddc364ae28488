/** The texts of this sheet alone (sheet-texts.ts has the common ones). The merchant supplies all others. */
export const texts = {
  title: 'Apple Pay',
  coupon: 'Slevový kód',
  useCoupon: 'Použít',
  pending: 'zatím neznámá částka',
  validating: 'Ověřuje se obchod…',
  failed: 'Platba nebyla dokončena. Zkuste to prosím znovu.',
} as const;
