import { splitName } from '../name.ts';
import type { SheetContact } from '../protocol.ts';
import { given, NO_COUNTRY } from '../read.ts';
import type { PaymentAddress } from './types.ts';

/** A complete address or, before the buyer's consent, its redacted form. */
export function contact({ recipient, addressLine = [], ...rest }: PaymentAddress): SheetContact {
  const [address1 = null, ...others] = addressLine.map(given).filter((line) => line !== null);
  return {
    ...splitName(recipient),
    company: null,
    address1,
    address2: given(others.join(', ')),
    city: given(rest.city),
    zip: given(rest.postalCode),
    province: given(rest.region),
    country: given(rest.country) ?? NO_COUNTRY,
    phone: given(rest.phone),
  };
}
