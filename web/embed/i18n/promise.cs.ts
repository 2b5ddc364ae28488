/** What the badge says, by the greatest number of calendar days to the delivery (row 9.02); others get no badge. */
export const PROMISE_BADGES: readonly string[] = [
  'Doručíme ještě dnes',
  'Doručíme zítra',
  'Doručíme do 2 dnů',
];
