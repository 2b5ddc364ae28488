import type { PurchaseType } from '../purchase-type.ts';

/** The listed sentence for an address without any delivery, completed in Czech. */
export function unserviceable(shopName: string): string {
  return `${shopName} momentálně nedoručuje na tuto adresu. Zadejte prosím jinou adresu.`;
}

const TITLES: Readonly<Record<PurchaseType, string>> = {
  ONE_TIME_PURCHASE: 'Doprava jednorázového nákupu',
  SUBSCRIPTION: 'Doprava předplatného',
};

/** What a delivery is called; `null` where everything goes together. */
export const deliveryTitle = (purchase: PurchaseType | null): string =>
  purchase === null ? 'Doprava' : TITLES[purchase];
