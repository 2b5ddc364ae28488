/** The badge's text by the maximum of calendar days to the delivery (row 9.02). Other numbers get no badge. */
export const PROMISE_BADGES: readonly string[] = [
  'Doručíme ještě dnes',
  'Doručíme zítra',
  'Doručíme do 2 dnů',
];
