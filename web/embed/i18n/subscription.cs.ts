/** What is said beside a button when a selling plan is chosen. Loaded with the first one only. */

/** What buyers agree to by going on. Delivery is not chosen yet, and where it goes is not known, but both count for every payment. */
export const CONSENT =
  'Jde o opakovaný nákup. Dokončením objednávky souhlasíte s tím, že vám budeme další platby strhávat automaticky ve výši a v termínech uvedených na této stránce, dokud předplatné nezrušíte. U zboží, které posíláme, se ke každé platbě připočítá zvolená doprava, a kde ceny nejsou s daní, také daň.';
/** The button that opens the policy. */
export const POLICY_BUTTON = 'Podmínky a zrušení předplatného';
/** The dialog's title until the policy has one. */
export const POLICY_TITLE = 'Zásady předplatného';
/** For who cannot see the skeleton. */
export const POLICY_LOADING = 'Načítáme zásady předplatného…';

/** The subscription policy could not be fetched. */
export const SUBSCRIPTION_POLICY_MISSING =
  'Zásady předplatného nebylo možné najít. Aktualizujte stránku a zkuste to znovu.';
