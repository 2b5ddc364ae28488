/** The listed sentence for an address without any delivery, completed in Czech. */
export function unserviceable(shopName: string): string {
  return `${shopName} momentálně nedoručuje na tuto adresu. Zadejte prosím jinou adresu.`;
}
