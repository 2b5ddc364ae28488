/** The card's number decides how the sandbox's payment gateway handles it. */
export interface TestCard {
  readonly id: string;
  readonly label: string;
  readonly number: string;
}

const card = (id: string, number: string, label: string): TestCard => ({ id, number, label });

/** Visa cards in every emulated wallet. */
export const VISA_CARDS: readonly [TestCard, ...TestCard[]] = [
  card('approve', '4111111111111111', 'Platba projde'),
  card('decline', '4000000000000002', 'Banka platbu zamítne'),
  card('challenge', '4000000000003220', 'Ověření v bance (3-D Secure)'),
  card('slow', '4000000000000077', 'Banka odpoví až za 8 sekund'),
  card('answer-lost', '4000000000000119', 'Odpověď banky se jednou ztratí'),
  card('duplicate', '4000000000000259', 'Zpráva o platbě přijde vícekrát'),
  card('wrong-amount', '4000000000009995', 'Banka zablokuje jinou částku'),
  card('capture-refused', '4000000000000341', 'Zablokované peníze nepůjde strhnout'),
];

/** The last four digits. */
export const lastFour = ({ number }: Pick<TestCard, 'number'>): string => number.slice(-4);
