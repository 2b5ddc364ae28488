/** What the shopper reads while a person finds out how a payment ended. */
export const REVIEW = {
  title: 'Platbu prověřujeme',
  text: 'Zatím nevíme jistě, jestli platba proběhla. Objednávka proto ještě nevznikla, ale zboží pro vás držíme. Prověříme to a sami se vám ozveme. Neplaťte prosím znovu.',
  look: 'Zjistit aktuální stav',
  write: 'Napsat na',
  call: 'Zavolat na',
} as const;
