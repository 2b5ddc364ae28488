import { isText } from '../../../base/read.ts';
import { cartConfig } from '../cart-config.ts';
import type { WalletOperations } from '../protocol.ts';

/** The server operation of Meta Pay: the text that binds a payment to what the cart costs. */
export const operations: WalletOperations = {
  fetchContext: async (call) => {
    const { value, userErrors } = await cartConfig('meta_pay', call);
    if (value === null) return { value, userErrors };
    const { containerContext } = value;
    if (!isText(containerContext)) throw new Error('There is no context');
    return { value: containerContext, userErrors };
  },
};
