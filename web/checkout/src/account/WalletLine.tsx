import type { ReactNode } from 'react';
import { cardName, signInTitle } from '../texts/wallet.ts';
import { useCheckout } from '../views/checkout-context.ts';
import { withWallet } from './links.ts';
import { decodeOffer } from './offer.ts';

/** The way from the usual form to the shop's wallet. What was typed is this tab's draft, and waits there. */
export function WalletLine(): ReactNode {
  const { data } = useCheckout();
  const { name, card } = decodeOffer(data.shopWallet, 'shopWallet');
  // As short as the heading beside it needs: on a phone a second line would push the form down.
  const text = card === null ? signInTitle(name) : `Zaplatit ${cardName(card)}`;
  return <a href={withWallet(location.href)}>{text}</a>;
}
