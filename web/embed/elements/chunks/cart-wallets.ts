/** The chunk of the elements for the wallets of a cart. */
export { WalletController } from './wallet-controller.ts';
