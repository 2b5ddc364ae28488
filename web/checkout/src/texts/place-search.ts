export const PLACE_HINT = 'Hledejte podle názvu, města nebo PSČ.';

export const NO_PLACE_FOUND = 'Nenalezeno. Zkuste jiné město nebo PSČ.';

/** The list is longer than what is shown. */
export const MORE_PLACES = 'Upřesněte prosím hledání, ukazujeme jen první z\u00a0nich.';

/** The button that sorts places by their distance from the buyer. */
export const NEAREST = 'Nejblíž ke mně';

/** While the browser finds out where the buyer is. */
export const LOCATING = 'Zjišťujeme, kde jste…';

export const NO_POSITION = {
  refused: 'Polohu nám prohlížeč neřekl, protože to není povoleno. Hledejte prosím podle města nebo PSČ.',
  unknown: 'Polohu se nepodařilo zjistit. Hledejte prosím podle města nebo PSČ.',
} as const;
