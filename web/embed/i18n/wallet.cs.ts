/** Texts of wallets outside their sheets. */
import type { DialogText } from './cs.ts';

/** The call to action beside a wallet's logo. */
export const BUY_WITH = 'Koupit přes';
/** The accessible name of a wallet's button. */
export const buyWith = (wallet: string): string => `${BUY_WITH} ${wallet}`;
/** The heading of the cart's wallets, for screen readers. */
export const EXPRESS_CHECKOUT = 'Expresní platba';

const walletTitle = (wallet: string): string => `Peněženka ${wallet} není k dispozici`;

/** The generic error within a wallet's own sheet, without a title. */
export const walletErrorText = (wallet: string): string =>
  `Došlo k problému s peněženkou ${wallet}. Zkuste to znovu nebo použijte jinou platební metodu.`;

/** The generic error of a wallet. */
export const walletError = (wallet: string): DialogText => ({
  title: walletTitle(wallet),
  text: walletErrorText(wallet),
});

/** The shop's own rule refused the cart at this wallet. */
export const walletValidation = (message: string, wallet: string): DialogText => ({
  title: walletTitle(wallet),
  text: message,
});

/** Nothing in the cart can be bought with this wallet any more. */
export const walletEligibility = (wallet: string): DialogText => ({
  title: walletTitle(wallet),
  text: `Položky splňující podmínky pro ${wallet} už váš košík neobsahuje.`,
});

/** The notice of a checkout that was reached because the currency changed. */
export const CURRENCY_CHANGED = 'Váš košík a měna byly aktualizovány na základě dodací země.';

/** The shop, which may be without a name, delivers nothing to this address. */
export const unserviceableAddress = (shopName: string): string =>
  `${shopName ? `${shopName} momentálně nedoručuje na tuto adresu` : 'Na tuto adresu momentálně nedoručujeme'}. Zvolte prosím jinou doručovací adresu.`;

/** Shown in place of a delivery price of 0. */
export const FREE = 'zdarma';
