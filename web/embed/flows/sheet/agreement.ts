import type { CartSnapshot } from '../../cart/snapshot.ts';
import type { AuthorisedPayment, SheetError } from '../../wallets/protocol.ts';
import { sheetError } from './errors.ts';
import { selectionOf } from './options.ts';

/** The required content of an authorisation. */
export interface AuthorisationRequirements {
  readonly requiresShipping: boolean;
  readonly emailRequired: boolean;
}

/** The first part that an authorisation with a billing address lacks; null if it is complete. */
export function missingPart(
  { shipping, email, optionId }: AuthorisedPayment,
  { groups }: Pick<CartSnapshot, 'groups'>,
  { requiresShipping, emailRequired }: AuthorisationRequirements,
): SheetError | null {
  if (requiresShipping && shipping === null)
    return sheetError('SHIPPING_ADDRESS_REQUIRED', 'shipping', 'errors.invalid.shipping_address');
  if (emailRequired && email === null)
    return sheetError('EMAIL_REQUIRED', 'contact', 'errors.missing.email', 'email');
  if (requiresShipping && (optionId === null || selectionOf(optionId, groups) === null))
    return sheetError('SHIPPING_OPTION_REQUIRED', 'option', 'shipping_methods.choose_delivery_strategy');
  return null;
}
