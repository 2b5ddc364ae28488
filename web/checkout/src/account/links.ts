/** The checkout's address with, or without, the shop's wallet (row 2.30). */

/** Whether the buyer came to pay by the shop's wallet. */
export function asksForWallet(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.get('payment') === 'shop_pay' && query.get('skip_shop_pay') !== 'true';
}

export function withWallet(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('skip_shop_pay');
  url.searchParams.set('payment', 'shop_pay');
  return url.href;
}

export function withoutWallet(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('payment');
  url.searchParams.set('skip_shop_pay', 'true');
  return url.href;
}
