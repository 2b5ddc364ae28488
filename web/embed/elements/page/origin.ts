/** The origin of the API and of the form's target: the entry script's own, wherever the storefront is. */
export const ORIGIN = new URL(import.meta.url).origin;

const FORM_ACTION = '/checkout/buy-it-now';

/** Where the product form is posted without script; as the server's snippet has it, if the page is the server's own. */
export const formAction = (origin = ORIGIN): string =>
  (origin === location.origin ? '' : origin) + FORM_ACTION;
