import type { PaypalAddress, PaypalDetails } from '../../cart/paypal.ts';
import type { BuyerDetails, SheetContact } from '../../wallets/protocol.ts';

/** An address of the API's as a contact; `ZZ` where it names no country. */
const contactOf = ({ provinceCode, countryCodeV2, ...rest }: PaypalAddress): SheetContact => ({
  ...rest,
  province: provinceCode,
  country: countryCodeV2 ?? 'ZZ',
});

/** The server's answer as wallets take it. */
export const buyerDetails = ({
  destinationAddress,
  billingAddress,
  ...rest
}: PaypalDetails): BuyerDetails => ({
  ...rest,
  destination: destinationAddress && contactOf(destinationAddress),
  billing: billingAddress && contactOf(billingAddress),
});
