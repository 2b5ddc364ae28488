/** The wallet chunk: the drawn button, opening a sheet, and the sheet's flow. */
import { css } from 'virtual:styles/walletPage';
import { PayWalletButton, type LoadButtonView } from '../views/pay-wallet-button.ts';
import { adoptPageStyles } from '../../../base/style-sheet.ts';
import { PAY_WALLET_TAG } from '../tags.ts';

export { addButtonViews } from '../../dom/button-views.ts';
export { openWalletSheet } from '../../flows/sheet/index.ts';
export { openSheet } from './open-sheet.ts';

/** Defines `<pay-wallet-button>`. Later calls do nothing. */
export function definePayWalletButton(loadView: LoadButtonView): void {
  if (customElements.get(PAY_WALLET_TAG)) return;
  adoptPageStyles(css);
  PayWalletButton.loadView = loadView;
  customElements.define(PAY_WALLET_TAG, PayWalletButton);
}
