import { reasonOfError, type DecelerationReason } from '../deceleration.ts';

/** The further error codes that stand for a reason while a wallet's sheet is open. */
const CODES: Readonly<Partial<Record<DecelerationReason, readonly string[]>>> = {
  payment_method_not_applicable: ['PAYMENTS_METHOD_REQUIRED', 'PAYMENTS_METHOD_UNAVAILABLE'],
  dynamic_tax: [
    'MERCHANDISE_EXPECTED_PRICE_MISMATCH',
    'PAYMENTS_NEW_TAX_MUST_BE_ACCEPTED',
    'TAXES_MUST_BE_DEFINED',
    'TAXES_LINE_ID_NOT_FOUND',
    'TAXES_DELIVERY_GROUP_ID_NOT_FOUND',
  ],
  cart_not_ready: [
    'DELIVERY_LINE_DETAIL_CHANGED',
    'MERCHANDISE_NOT_FOUND',
    'MERCHANDISE_VARIANT_NOT_FOUND',
    'MERCHANDISE_NOT_APPLICABLE',
    'MERCHANDISE_BUNDLE_REQUIRES_COMPONENTS',
    'MERCHANDISE_B2B_SELLING_PLANS_UNSUPPORTED',
    'MERCHANDISE_PRODUCT_NOT_PUBLISHED',
    'MERCHANDISE_LINE_LIMIT_REACHED',
    'INVALID_MERCHANDISE_LINE',
  ],
  not_enough_stock: [
    'MERCHANDISE_NOT_ENOUGH_STOCK_AVAILABLE',
    'INVENTORY_RESERVATION_ERROR',
    'DELIVERY_OUT_OF_STOCK_AT_ORIGIN_LOCATION',
  ],
};

const REASONS = Object.keys(CODES) as DecelerationReason[];

/** The deceleration reason of an error code while a wallet's sheet is open, if it has one. */
export const sheetReason = (code: string): DecelerationReason | null =>
  reasonOfError(code) ?? REASONS.find((reason) => CODES[reason]?.includes(code)) ?? null;

/** The results of preparing a cart for completion, except 'ready'. */
export type CartStatus = 'CartStatusReady' | 'CartStatusNotReady' | 'CartThrottled';

/** The deceleration reason of a cart's status. */
export function reasonOfStatus(status: CartStatus): DecelerationReason | null {
  switch (status) {
    case 'CartStatusReady':
      return null;
    case 'CartStatusNotReady':
      return 'cart_not_ready';
    case 'CartThrottled':
      return 'cart_throttled';
  }
}

/**
 * The priority of consequences while a sheet is open (row 4.18). A retry comes after those that need the buyer, because it
 * cannot help there, and before those that continue.
 */
export const SHEET_ORDER = ['decelerate', 'abort', 'show_error', 'retry', 'complete', 'update'] as const;
