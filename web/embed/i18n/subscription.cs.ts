/** Texts beside a button with a chosen selling plan. Loaded with the first plan. */

/** The consent that a purchase implies. It covers delivery option and address, although the buyer chooses them later. */
export const CONSENT =
  'Jde o opakovaný nákup. Dokončením objednávky souhlasíte s tím, že vám budeme další platby strhávat automaticky ve výši a v termínech uvedených na této stránce, dokud předplatné nezrušíte. U zboží, které posíláme, se ke každé platbě připočítá zvolená doprava, a kde ceny nejsou s daní, také daň.';
/** The button that opens the policy. */
export const POLICY_BUTTON = 'Podmínky a zrušení předplatného';
/** The dialog's title until the policy has one. */
export const POLICY_TITLE = 'Zásady předplatného';
/** For screen readers, which do not show the skeleton. */
export const POLICY_LOADING = 'Načítáme zásady předplatného…';

/** The subscription policy could not be fetched. */
export const SUBSCRIPTION_POLICY_MISSING =
  'Zásady předplatného nebylo možné najít. Aktualizujte stránku a zkuste to znovu.';
