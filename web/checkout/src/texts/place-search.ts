export const PLACE_HINT = 'Hledejte podle názvu, města nebo PSČ.';

export const NO_PLACE_FOUND = 'Nenalezeno. Zkuste jiné město nebo PSČ.';

/** The list is longer than what is shown. */
export const MORE_PLACES = 'Upřesněte prosím hledání, ukazujeme jen první z\u00a0nich.';
