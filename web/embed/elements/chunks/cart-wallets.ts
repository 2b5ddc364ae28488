/** The chunk of the cart's and the checkout's element. */
import { css } from 'virtual:styles/cartGrid';
import { adoptPageStyles } from '../../../base/style-sheet.ts';

export { WalletController } from './wallet-controller.ts';

adoptPageStyles(css);
