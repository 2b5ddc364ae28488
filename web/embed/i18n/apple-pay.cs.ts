/** Texts of Apple's sheet alone, separate because its adapter does not need the other sheets' texts. */

/** The payments that recur, before it is known which. */
export const SUBSCRIPTION = 'Předplatné';
