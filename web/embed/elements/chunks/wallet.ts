/** The wallets' chunk: the drawn button, how a press of it opens a sheet, and the sheet's loop. */
import { css } from 'virtual:styles/walletPage';
import { PayWalletButton, type LoadButtonView } from '../views/pay-wallet-button.ts';
import { adoptPageStyles } from '../../dom/style-sheet.ts';
import { PAY_WALLET_TAG } from '../tags.ts';

export { addButtonViews } from '../../dom/button-views.ts';
export { openWalletSheet } from '../../flows/sheet/index.ts';
export { openSheet } from './open-sheet.ts';

/** Defines `<pay-wallet-button>`, once, whichever element is the first to need it. */
export function definePayWalletButton(loadView: LoadButtonView): void {
  if (customElements.get(PAY_WALLET_TAG)) return;
  adoptPageStyles(css);
  PayWalletButton.loadView = loadView;
  customElements.define(PAY_WALLET_TAG, PayWalletButton);
}
