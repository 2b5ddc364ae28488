/** How the shop writes sums and numbers of pieces, for the scripts that show a cart. */

/** Minor units as the server writes them: `1 290 Kč`, `1 290,50 Kč`. */
export function money(minor, currency) {
  const digits = minor % 100 === 0 ? 0 : 2;
  const format = new Intl.NumberFormat('cs-CZ', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(minor / 100);
}

/** "1 kus", "2 kusy", "5 kusů". */
export function pieces(count) {
  const word = count === 1 ? 'kus' : count >= 2 && count <= 4 ? 'kusy' : 'kusů';
  return `${count}\u00a0${word}`;
}
