import type { AuthorisedPayment, SheetContact } from '../wallets/protocol.ts';
import { CHECKOUT_URL } from './api.ts';

/** What the cart API answers, and what wallets tell: data alone, for tests of the sources and of what was built of them. */

const crowns = (amount: string) => ({ amount, currencyCode: 'CZK' });

/** A way to deliver, as the API answers it. */
export const option = (handle: string, over: Record<string, unknown> = {}) => ({
  handle,
  title: handle.toUpperCase(),
  description: null,
  deliveryPromise: null,
  deliveryMethodType: 'SHIPPING',
  estimatedCost: crowns('99.00'),
  ...over,
});

/** A delivery group, as the API answers it. */
export const group = (over: Record<string, unknown> = {}) => ({
  id: 'group-1',
  isPending: false,
  selectionHasChanged: false,
  selectedDeliveryOption: { handle: 'ppl' },
  deliveryOptions: [option('ppl'), option('posta')],
  ...over,
});

/** The plan of a line, as the API answers it where nothing recurs. */
export const PLANNED = {
  priceAdjustments: [],
  sellingPlan: { id: 'plan', billingPolicy: null, priceAdjustments: [] },
};

/** A cart as `...CartSnapshot` asks for it: goods for 1290, delivery for 99. */
export const snapshotFields = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 'gid://shopify/Cart/ZTOKEN?key=abc',
  checkoutUrl: CHECKOUT_URL,
  cost: {
    totalAmount: crowns('1389.00'),
    subtotalAmount: crowns('1290.00'),
    totalTaxAmount: crowns('241.07'),
    taxesIncluded: true,
    totalDutyAmount: null,
  },
  discountAllocations: [],
  appliedGiftCards: [],
  discountCodes: [],
  lines: {
    nodes: [
      {
        quantity: 1,
        discountAllocations: [],
        merchandise: { requiresShipping: true },
        sellingPlanAllocation: null,
      },
    ],
  },
  deliveryGroups: { nodes: [group()] },
  ...over,
});

/** Costs with this total. */
export const costing = (total: string, currencyCode = 'CZK') => ({
  totalAmount: { amount: total, currencyCode },
  subtotalAmount: { amount: total, currencyCode },
  totalTaxAmount: null,
  taxesIncluded: true,
  totalDutyAmount: null,
});

/** What an operation answers. */
export type Payload = Record<string, unknown>;

/** A mutation's payload. */
export const payload = (over: Payload = {}): Payload => ({
  cart: snapshotFields(),
  userErrors: [],
  warnings: [],
  ...over,
});

/** A mutation's payload with one error. */
export const refused = (code: string, field: readonly string[] = [], message = 'Zpráva'): Payload =>
  payload({ userErrors: [{ code, field, message }] });

/** A submission's payload. */
export const submitted = (type: string, over: Payload = {}): Payload => ({
  result: { __typename: type, ...over },
  userErrors: [],
});

export const ORDER_URL = 'https://shop.example/orders/1';
export const SUCCESS = submitted('SubmitSuccess', { redirectUrl: ORDER_URL });

export const contact = (over: Partial<SheetContact> = {}): SheetContact => ({
  firstName: 'Jana',
  lastName: 'Nováková',
  company: null,
  address1: 'Dlouhá 1',
  address2: null,
  city: 'Praha',
  zip: '11000',
  province: null,
  country: 'CZ',
  phone: '+420601234567',
  ...over,
});

export const authorisation = (over: Partial<AuthorisedPayment> = {}): AuthorisedPayment => ({
  email: 'jana@example.cz',
  shipping: contact(),
  billing: contact(),
  optionId: 'ppl',
  content: { input: 'googlePayWalletContent', fields: { signature: 's' } },
  ...over,
});
