/** The chunk of the cart's and the checkout's element. */
export { WalletController } from './wallet-controller.ts';
