import { createMerchantSession } from '../../cart/operations.ts';
import type { WalletOperations } from '../protocol.ts';

/** What the server does for Apple Pay alone: Apple's server answers only to certificates. */
export const operations: WalletOperations = {
  validateMerchant: ({ client, options }, validationUrl) =>
    createMerchantSession(client, validationUrl, options),
};
