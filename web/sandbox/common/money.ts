/** Writes the amounts of a currency as the sheets show them; merchants pass them as decimal texts. */
export function moneyIn(currency: string): (amount: string) => string {
  const format = new Intl.NumberFormat('cs-CZ', { style: 'currency', currency });
  return (amount) => format.format(Number(amount));
}
