import type { CartDeliveryGroupType } from './api/documents.types.ts';

/** What goods are bought as: each goes by itself. */
export const PURCHASE_TYPES = [
  'ONE_TIME_PURCHASE',
  'SUBSCRIPTION',
] as const satisfies readonly CartDeliveryGroupType[];

export type PurchaseType = (typeof PURCHASE_TYPES)[number];
