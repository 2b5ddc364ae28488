import type { CartDeliveryGroupType } from './api/documents.types.ts';

/** The kind of purchase. Each kind is delivered separately. */
export const PURCHASE_TYPES = [
  'ONE_TIME_PURCHASE',
  'SUBSCRIPTION',
] as const satisfies readonly CartDeliveryGroupType[];

export type PurchaseType = (typeof PURCHASE_TYPES)[number];
