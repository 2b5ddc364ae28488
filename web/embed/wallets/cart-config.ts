import { isText, members, type Members } from '../../base/read.ts';
import { cartClientError } from '../cart/error.ts';
import type { CartUserError } from '../cart/user-error.ts';
import type { WalletAnswer, WalletCall } from './protocol.ts';

/** The server's codes that the cart's API has under other names, with the path that belongs to them. */
const API_CODES: Readonly<Partial<Record<string, Pick<CartUserError, 'code' | 'field'>>>> = {
  currency_not_supported: { code: 'PAYMENT_METHOD_NOT_APPLICABLE', field: [] },
  payment_method_not_applicable: { code: 'PAYMENT_METHOD_NOT_APPLICABLE', field: [] },
  // Another tab orders the cart, or has ordered it.
  cart_completed: { code: 'INVALID', field: ['cartId'] },
  cart_completing: { code: 'INVALID', field: ['cartId'] },
};

const refused = (code: string): WalletAnswer<never> => ({
  value: null,
  userErrors: [{ code, field: [], message: '', ...API_CODES[code] }],
});

/** Asks the server what a wallet's script needs for the cart (`/wallets/config/…`). `more` goes along with the cart's id. */
export async function cartConfig(
  endpoint: string,
  { shop: { origin, accessToken }, cartId, options: { signal } }: WalletCall,
  more: Members = {},
): Promise<WalletAnswer<Members>> {
  if (!accessToken) return refused('missing_token');
  const response = await fetch(`${origin}/wallets/config/${endpoint}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Storefront-Access-Token': accessToken,
    },
    body: JSON.stringify({ ...more, cart_id: cartId }),
    signal,
  });
  if (response.status === 429) throw cartClientError('The server is busy', { kind: 'status', status: 429 });
  const answer = members(await response.json());
  const { error } = answer;
  if (isText(error)) return refused(error);
  return response.ok ? { value: answer, userErrors: [] } : refused(`status_${response.status}`);
}
