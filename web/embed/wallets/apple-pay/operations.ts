import { createMerchantSession } from '../../cart/operations.ts';
import type { WalletOperations } from '../protocol.ts';

/** The server operation of Apple Pay: Apple's server requires a client certificate. */
export const operations: WalletOperations = {
  validateMerchant: ({ client, options }, validationUrl) =>
    createMerchantSession(client, validationUrl, options),
};
