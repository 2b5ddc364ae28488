/** The chunk of the elements for the wallets of a cart. */
export { WalletSession } from './wallet-session.ts';
