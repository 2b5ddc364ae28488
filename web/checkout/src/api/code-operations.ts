import { change } from './changes.ts';
import type * as api from './documents.types.ts';

export const updateDiscountCodes = change<api.UpdateDiscountCodesDocument>(
  'cartDiscountCodesUpdate',
  'discountCodes',
  '[String!]!',
);

export const addGiftCards = change<api.AddGiftCardsDocument>(
  'cartGiftCardCodesAdd',
  'giftCardCodes',
  '[String!]!',
);

export const removeGiftCards = change<api.RemoveGiftCardsDocument>(
  'cartGiftCardCodesRemove',
  'appliedGiftCardIds',
  '[ID!]!',
);
