/** Texts of the plain button and the dialogs of a press. They are Czech, whatever the browser's language. */

/** The texts of a dialog. */
export interface DialogText {
  readonly title: string;
  readonly text: string;
}

/** A dialog with a button to continue. */
export interface DialogWithLink extends DialogText {
  readonly link?: { readonly label: string; readonly url: string };
}

export const BUY_IT_NOW_LABEL = 'Koupit teď';
export const MORE_OPTIONS_LABEL = 'Další platební možnosti';
export const CLOSE = 'Zavřít';
/** The accessible name of the close icon. It differs from the button's, so that listeners can distinguish them. */
export const CLOSE_ICON = 'Zavřít okno';

/** The title of every dialog for which the specification lists none. */
export const FAILED_TITLE = 'Transakce se nezdařila';

/** The generic checkout error. */
export const CHECKOUT_ERROR: DialogText = {
  title: FAILED_TITLE,
  text: 'Pokladna není aktuálně k dispozici kvůli technickým problémům. Zkuste to prosím za několik minut znovu.',
};

/** The wanted goods are out of stock. */
export const OUT_OF_STOCK: DialogText = {
  title: FAILED_TITLE,
  text: 'Tato položka již není k dispozici.',
};

/** The shop's own rule refused the cart. */
export const customValidation = (message: string): DialogText => ({ title: FAILED_TITLE, text: message });
