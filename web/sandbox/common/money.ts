/**
 * Returns a function that writes a currency's amounts as the shop does: `1 249 Kč`, `3,40 €`, every space a hard one. Merchants
 * pass amounts as decimal strings.
 */
export function moneyIn(currency: string): (amount: string) => string {
  const style = { style: 'currency', currency } as const;
  const exact = new Intl.NumberFormat('cs-CZ', style);
  const whole = new Intl.NumberFormat('cs-CZ', {
    ...style,
    minimumFractionDigits: 0,
    maximumFractionDigits: 0,
  });
  return (amount) => {
    const value = Number(amount);
    const format = Number.isInteger(value) ? whole : exact;
    return format.format(value).replaceAll(/\s/gu, '\u00a0').replace('-', '−');
  };
}
