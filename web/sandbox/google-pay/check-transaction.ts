import { isObject, isText, items, members } from '../../base/read.ts';
import { areKnown } from '../common/are-known.ts';

const PRICE_STATUSES = ['NOT_CURRENTLY_KNOWN', 'ESTIMATED', 'FINAL'];
const ITEM_TYPES = ['LINE_ITEM', 'SUBTOTAL', 'TAX', 'DISCOUNT', 'SHIPPING_OPTION'];
const ITEM_STATUSES = ['FINAL', 'PENDING'];
const CHECKOUT_OPTIONS = ['DEFAULT', 'COMPLETE_IMMEDIATE_PURCHASE', 'CONTINUE_TO_REVIEW'];

const matches = (value: unknown, pattern: RegExp): boolean =>
  typeof value === 'string' && pattern.test(value);
/** A price in Google's format: no sign, no separators, two decimals or none. */
const PRICE = /^\d+(\.\d\d)?$/;
/** Price lines may be negative: discounts. */
const SIGNED_PRICE = /^-?\d+(\.\d\d)?$/;

/** The fault of `transactionInfo`; null if it is valid. */
export function checkTransaction(transaction: unknown): string | null {
  if (!isObject(transaction)) return 'transactionInfo is required';
  const { currencyCode, countryCode, totalPrice, totalPriceStatus, totalPriceLabel } = members(transaction);
  const { displayItems, checkoutOption } = members(transaction);
  if (!matches(currencyCode, /^[A-Z]{3}$/)) return 'transactionInfo.currencyCode must be ISO 4217';
  if (!matches(countryCode, /^[A-Z]{2}$/)) return 'transactionInfo.countryCode must be ISO 3166-1 alpha-2';
  if (!areKnown([totalPriceStatus], PRICE_STATUSES)) return 'transactionInfo.totalPriceStatus is not known';
  const priceIsDue = totalPriceStatus !== 'NOT_CURRENTLY_KNOWN' || totalPrice !== undefined;
  if (priceIsDue && !matches(totalPrice, PRICE)) return 'transactionInfo.totalPrice must be a decimal string';
  if (checkoutOption !== undefined && !areKnown([checkoutOption], CHECKOUT_OPTIONS))
    return 'transactionInfo.checkoutOption is not known';
  if (displayItems !== undefined && !isText(totalPriceLabel))
    return 'transactionInfo.totalPriceLabel is required with displayItems';
  return (
    items(displayItems)
      .map(checkItem)
      .find((fault) => fault !== null) ?? null
  );
}

function checkItem(item: unknown): string | null {
  const { label, type, price, status } = members(item);
  if (!isText(label)) return 'displayItems: label is required';
  if (!areKnown([type], ITEM_TYPES)) return 'displayItems: type is not known';
  if (!matches(price, SIGNED_PRICE)) return 'displayItems: price must be a decimal string';
  if (status !== undefined && !areKnown([status], ITEM_STATUSES)) return 'displayItems: status is not known';
  return null;
}
