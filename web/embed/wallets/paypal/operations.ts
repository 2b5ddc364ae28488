import {
  createPaypalToken,
  fetchPaypalDetails,
  type PaypalAddress,
  type PaypalDetails,
} from '../../cart/paypal.ts';
import type { BuyerDetails, SheetContact, WalletOperations } from '../protocol.ts';
import { NO_COUNTRY } from '../read.ts';

const contactOf = ({ provinceCode, countryCodeV2, ...rest }: PaypalAddress): SheetContact => ({
  ...rest,
  province: provinceCode,
  country: countryCodeV2 ?? NO_COUNTRY,
});

const buyerOf = ({ destinationAddress, billingAddress, ...rest }: PaypalDetails): BuyerDetails => ({
  ...rest,
  destination: destinationAddress && contactOf(destinationAddress),
  billing: billingAddress && contactOf(billingAddress),
});

/** Server operations of PayPal and Venmo: create an order, fetch the buyer who approved it. */
export const operations: WalletOperations = {
  createOrder: ({ client, cartId, options }, wish) => createPaypalToken(client, cartId, wish, options),
  fetchBuyer: async ({ client, cartId, options }, token) => {
    const { value, userErrors } = await fetchPaypalDetails(client, cartId, token, options);
    return { value: value && buyerOf(value), userErrors };
  },
};
