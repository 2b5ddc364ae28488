import type { CreateCartPayload } from '../cart/create-cart.ts';
import type { CartUserError } from '../cart/user-error.ts';
import {
  currencyChanged,
  reasonOfError,
  stockVerdict,
  type CreateCartResult,
  type DecelerationReason,
} from './deceleration.ts';

/** Errors for which a retry cannot help. */
const UNRECOVERABLE: readonly string[] = [
  'InvalidQuantity',
  'VariantRequiresSellingPlan',
  'SellingPlanNotApplicable',
  'MerchandiseIdInvalid',
];

/** The public API's codes for the same faults. */
const PLAIN_NAMES: Readonly<Partial<Record<string, string>>> = {
  VARIANT_REQUIRES_SELLING_PLAN: 'VariantRequiresSellingPlan',
  SELLING_PLAN_NOT_APPLICABLE: 'SellingPlanNotApplicable',
};

/** An error without a code is a plain string: its message. */
function plainName({ code, message }: CartUserError): string {
  const name = code ?? message;
  return PLAIN_NAMES[name] ?? name;
}

/** The code of an unrecoverable error that is the only one. */
function unrecoverable(errors: readonly CartUserError[]): string | null {
  const [only, ...others] = errors;
  if (!only || others.length > 0) return null;
  const name = plainName(only);
  return UNRECOVERABLE.includes(name) ? name : null;
}

const firstReason = (errors: readonly CartUserError[]): DecelerationReason | null =>
  errors.map((error) => reasonOfError(plainName(error))).find((reason) => reason !== null) ?? null;

/** Sorts the server's answer into the parts of a result. Mappings come before failing: a mapped error explains itself. */
export function createCartResult(
  { cart, userErrors, warnings }: CreateCartPayload,
  initialCurrency: string,
): CreateCartResult {
  const custom = userErrors.find(({ code }) => code === 'VALIDATION_CUSTOM');
  const unrecoverableError = unrecoverable(userErrors);
  const stock = cart ? stockVerdict(warnings, cart.lineQuantities) : null;
  const changed = cart && currencyChanged(cart.totalAmount, initialCurrency) ? 'currency_changed' : null;
  return {
    cart,
    errors: userErrors.filter(
      (error) => error !== custom && unrecoverableError === null && reasonOfError(plainName(error)) === null,
    ),
    abortReason: stock === 'out_of_stock' ? stock : null,
    decelerationReason: firstReason(userErrors) ?? (stock === 'not_enough_stock' ? stock : null) ?? changed,
    customValidationError: custom ? { message: custom.message } : null,
    unrecoverableError,
  };
}
