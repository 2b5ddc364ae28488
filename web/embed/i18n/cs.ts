/** Every text the shopper sees. The locale is fixed to Czech, whatever the browser's language. */

/** What a dialog shows. */
export interface DialogText {
  readonly title: string;
  readonly text: string;
}

/** A dialog that knows a way on. */
export interface DialogWithLink extends DialogText {
  readonly link?: { readonly label: string; readonly url: string };
}

export const BUY_IT_NOW = 'Koupit teď';
export const MORE_OPTIONS = 'Další platební možnosti';
/** The call to action beside a wallet's logo. */
export const BUY_WITH = 'Koupit přes';
/** What a wallet's button says to who cannot see its logo. */
export const buyWith = (wallet: string): string => `${BUY_WITH} ${wallet}`;
/** The heading of the cart's wallets, for screen readers. */
export const EXPRESS_CHECKOUT = 'Expresní platba';
export const CLOSE = 'Zavřít';
/** The accessible name of the close icon; longer than the button's, so that the two can be told apart by ear. */
export const CLOSE_ICON = 'Zavřít okno';

/** The title of every dialog for which the specification lists none. */
export const FAILED_TITLE = 'Transakce se nezdařila';

/** The generic checkout error. */
export const CHECKOUT_ERROR: DialogText = {
  title: FAILED_TITLE,
  text: 'Pokladna není aktuálně k dispozici kvůli technickým problémům. Zkuste to prosím za několik minut znovu.',
};

/** Nothing of what was asked for is left. */
export const OUT_OF_STOCK: DialogText = {
  title: FAILED_TITLE,
  text: 'Tato položka již není k dispozici.',
};

const walletTitle = (wallet: string): string => `Peněženka ${wallet} není k dispozici`;

/** The generic error of a wallet as its own sheet says it, without a title. */
export const walletErrorText = (wallet: string): string =>
  `Došlo k problému s peněženkou ${wallet}. Zkuste to znovu nebo použijte jinou platební metodu.`;

/** The generic error of a wallet. */
export const walletError = (wallet: string): DialogText => ({
  title: walletTitle(wallet),
  text: walletErrorText(wallet),
});

/** Nothing in the cart can be bought with this wallet any more. */
export const walletEligibility = (wallet: string): DialogText => ({
  title: walletTitle(wallet),
  text: `Položky splňující podmínky pro ${wallet} už váš košík neobsahuje.`,
});

/** The shop's own rule refused the cart; buy-it-now is no wallet and has no wallet's title. */
export const customValidation = (message: string, wallet?: string): DialogText => ({
  title: wallet === undefined ? FAILED_TITLE : walletTitle(wallet),
  text: message,
});

/** The notice of a checkout that was reached because the currency changed. */
export const CURRENCY_CHANGED = 'Váš košík a měna byly aktualizovány na základě dodací země.';

/** The shop, which may be without a name, delivers nothing to this address. */
export const unserviceableAddress = (shopName: string): string =>
  `${shopName ? `${shopName} momentálně nedoručuje na tuto adresu` : 'Na tuto adresu momentálně nedoručujeme'}. Zvolte prosím jinou doručovací adresu.`;

/** The subscription policy could not be fetched. */
export const SUBSCRIPTION_POLICY_MISSING =
  'Zásady předplatného nebylo možné najít. Aktualizujte stránku a zkuste to znovu.';

/** What a delivery costs that costs nothing. */
export const FREE = 'zdarma';
