/** The origin of the API and of the form's target: the one that served the entry script. */
export const ORIGIN = new URL(import.meta.url).origin;

const FORM_ACTION = '/checkout/buy-it-now';

/** The form's target when scripts are off. Relative on the server's own pages, as in the server's snippet. */
export const formAction = (origin = ORIGIN): string =>
  (origin === location.origin ? '' : origin) + FORM_ACTION;
