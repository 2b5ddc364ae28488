import type { PurchaseType } from '../purchase-type.ts';

/** The listed sentence for an address without any delivery, completed in Czech. */
export function unserviceable(shopName: string): string {
  return `${shopName} momentálně nedoručuje na tuto adresu. Zadejte prosím jinou adresu.`;
}

/** A carrier has still to say what it takes; nobody is told a guess. */
export const PENDING = 'Dopravce nám ještě neřekl, kolik doručení stojí. Zkuste to prosím za chvíli znovu.';

/** The goods are not all at the place where they were to be collected. */
export const NOT_AT_THAT_PLACE =
  'Na místě vyzvednutí teď nemáme všechno zboží. Vyberte prosím jiný způsob doručení, nebo zboží z košíku odeberte.';

/** They can only be collected, and are at no one place: another address would not help. */
export const AT_NO_PLACE =
  'Všechno zboží teď nemáme pohromadě na žádném místě vyzvednutí. Některé z něj prosím z košíku odeberte, nebo to zkuste později.';

/** The way of delivery is chosen, but not where the buyer collects the goods. */
export const NO_PLACE = 'Vyberte výdejní místo.';

/** What was chosen is something else now. */
export const CHANGED = 'Zvolený způsob doručení se mezitím změnil. Zkontrolujte ho prosím a vyberte znovu.';

const TITLES: Readonly<Record<PurchaseType, string>> = {
  ONE_TIME_PURCHASE: 'Doprava jednorázového nákupu',
  SUBSCRIPTION: 'Doprava předplatného',
};

/** What a delivery is called; `null` where everything goes together. */
export const deliveryTitle = (purchase: PurchaseType | null): string =>
  purchase === null ? 'Doprava' : TITLES[purchase];

/** The label of the field where a place is searched or chosen. */
export const WHERE = 'Kde si zásilku vyzvednete';
