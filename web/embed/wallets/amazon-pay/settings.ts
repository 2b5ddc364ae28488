import { isText, members } from '../../../base/read.ts';
import { signedPayload, type AmazonPayParams } from './params.ts';
import type { CheckoutSettings } from './types.ts';

/** Where a button stands, in Amazon's words. */
const PLACEMENTS = ['Checkout', 'Cart', 'Product', 'Other'] as const;

export type Placement = (typeof PLACEMENTS)[number];

/** An amount that is not zero; Amazon shows a zero as a price. */
const isDue = (estimated: unknown): boolean => Number(members(estimated)['amount']) > 0;

/** Without members that are undefined. */
const known = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;

/**
 * The settings of Amazon's pages, from the page's parameters and the server's answer. The answer knows the cart; what
 * concerns the account is the page's, if the page has it. Null without a signed payload.
 */
export function checkoutSettings(
  { given, merchantId, ledgerCurrency }: AmazonPayParams,
  answer: unknown,
): (CheckoutSettings & { readonly placement: Placement }) | null {
  const ofCart = { ...given, ...members(answer) };
  const ofAccount = { ...members(answer), ...given };
  const { productType, placement, estimatedOrderAmount } = ofCart;
  const payload = signedPayload(ofCart);
  return (
    payload &&
    known({
      merchantId,
      ledgerCurrency,
      publicKeyId: ofAccount['publicKeyId'],
      checkoutLanguage: ofAccount['checkoutLanguage'],
      sandbox: ofAccount['sandbox'],
      productType: isText(productType) ? productType : 'PayAndShip',
      placement: PLACEMENTS.find((each) => each === placement) ?? 'Other',
      estimatedOrderAmount: isDue(estimatedOrderAmount) ? estimatedOrderAmount : undefined,
      createCheckoutSessionConfig: payload,
    })
  );
}
