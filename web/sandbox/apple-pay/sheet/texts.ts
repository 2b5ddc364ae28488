/** What this sheet says of itself besides what all of them say; the rest are the merchant's words. */
export const texts = {
  title: 'Apple Pay – zkušební prostředí',
  coupon: 'Slevový kód',
  useCoupon: 'Použít',
  pending: 'zatím neznámá částka',
  validating: 'Ověřuje se obchod…',
  failed: 'Platba nebyla dokončena. Zkuste to prosím znovu.',
} as const;
