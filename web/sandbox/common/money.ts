/** Returns a function that formats a currency's amounts for the sheets. Merchants pass amounts as decimal strings. */
export function moneyIn(currency: string): (amount: string) => string {
  const format = new Intl.NumberFormat('cs-CZ', { style: 'currency', currency });
  return (amount) => format.format(Number(amount));
}
