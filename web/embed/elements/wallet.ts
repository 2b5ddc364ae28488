/**
 * What drawn wallet buttons need: a chunk of its own, loaded with the first wallet a page names, so that a page with the
 * plain button alone does not pay for it.
 */
import { walletPageStyles } from 'virtual:styles';
import { PayWalletButton } from './pay-wallet-button.ts';
import { adoptPageStyles } from './styles.ts';
import { PAY_WALLET_TAG } from './tags.ts';

export { WalletSession } from './wallet-session.ts';
export { openSheet } from './open-sheet.ts';

/** Defines the button; once, whichever element is the first to need it. */
if (!customElements.get(PAY_WALLET_TAG)) {
  adoptPageStyles(walletPageStyles);
  customElements.define(PAY_WALLET_TAG, PayWalletButton);
}
