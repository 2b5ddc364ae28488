import type { PurchaseType } from '../purchase-type.ts';

/** The listed sentence for an address without any delivery, completed in Czech. */
export function unserviceable(shopName: string): string {
  return `${shopName} momentálně nedoručuje na tuto adresu. Zadejte prosím jinou adresu.`;
}

/** A carrier has still to say what it takes; nobody is told a guess. */
export const PENDING = 'Dopravce nám ještě neřekl, kolik doručení stojí. Zkuste to prosím za chvíli znovu.';

/** What was chosen is something else now. */
export const CHANGED = 'Zvolený způsob doručení se mezitím změnil. Zkontrolujte ho prosím a vyberte znovu.';

const TITLES: Readonly<Record<PurchaseType, string>> = {
  ONE_TIME_PURCHASE: 'Doprava jednorázového nákupu',
  SUBSCRIPTION: 'Doprava předplatného',
};

/** What a delivery is called; `null` where everything goes together. */
export const deliveryTitle = (purchase: PurchaseType | null): string =>
  purchase === null ? 'Doprava' : TITLES[purchase];
