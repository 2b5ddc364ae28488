/** What only Apple's sheet says. Apart from the other sheets' texts, which its adapter does not need. */

/** The payments that recur, before it is known which. */
export const SUBSCRIPTION = 'Předplatné';
