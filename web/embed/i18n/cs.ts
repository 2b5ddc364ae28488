/** What the plain button and the dialogs of a press say. The locale is fixed to Czech, whatever the browser's language. */

/** What a dialog shows. */
export interface DialogText {
  readonly title: string;
  readonly text: string;
}

/** A dialog that knows a way on. */
export interface DialogWithLink extends DialogText {
  readonly link?: { readonly label: string; readonly url: string };
}

export const BUY_IT_NOW_LABEL = 'Koupit teď';
export const MORE_OPTIONS_LABEL = 'Další platební možnosti';
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

/** The shop's own rule refused the cart. */
export const customValidation = (message: string): DialogText => ({ title: FAILED_TITLE, text: message });
