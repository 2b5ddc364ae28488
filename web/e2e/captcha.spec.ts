import type { Page, Route } from '@playwright/test';
import { choosePayment, confirmedOrder, placeOrder, reachPayment } from './support/buyer.js';
import { pay } from './support/google-pay.js';
import { goods } from './support/goods.js';
import { openOffered, placements, press, type Placement } from './support/placements.js';
import { operation } from './support/routes.js';
import { due } from './support/sums.js';
import { expect, test } from './support/test.js';
import { decelerated } from './support/wallet-scenarios.js';

const [productPage] = placements as [Placement];

/** The captcha is always required. A device that can compute solves it at once. */
const ALWAYS = '[captcha]\ndemand = "always"\ndifficulty = 4\n';

interface Solution {
  readonly challenge: string;
  readonly work?: string;
  readonly answer?: string;
}

interface Submit {
  readonly variables: { readonly captcha?: Solution | null };
}

const submits = operation('cartSubmitForCompletion');
const solutionOf = (route: Route): Solution | null =>
  (route.request().postDataJSON() as Submit).variables.captcha ?? null;

/** The solutions that the page submitted, in order. */
async function solutions(page: Page, spoil: (solution: Solution) => Solution): Promise<(Solution | null)[]> {
  const sent: (Solution | null)[] = [];
  await page.route(submits, async (route) => {
    const solution = solutionOf(route);
    sent.push(solution);
    if (solution?.work === undefined) return route.continue();
    const body = route.request().postDataJSON() as Submit;
    const variables = { ...body.variables, captcha: spoil(solution) };
    return route.continue({ postData: JSON.stringify({ ...body, variables }) });
  });
  return sent;
}

const question = (page: Page) => page.getByRole('group', { name: 'Ještě jedna otázka' });
const field = (page: Page) => question(page).getByRole('textbox');

/** The result of the sum in the captcha's question. */
async function sum(page: Page): Promise<number> {
  const words = ['', '', 'dvě', 'tři', 'čtyři', 'pět', 'šest', 'sedm', 'osm', 'devět'];
  const text = await question(page).innerText();
  const asked = /Kolik je (\S+) plus (\S+)\?/.exec(text) ?? [];
  return words.indexOf(asked[1] ?? '') + words.indexOf(asked[2] ?? '');
}

/** Answers with the keyboard alone, from the focused field. */
async function answer(page: Page, text: string): Promise<void> {
  await expect(page.locator('#submission-message')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

async function reachOrder(page: Page): Promise<void> {
  await reachPayment(page, goods.plain.handle);
  await choosePayment(page, /Dobírk/);
  // Goods and PPL: the chosen option is saved.
  await expect(due(page)).toHaveText(/^408\s/);
}

test.use({ shopOptions: { googlePay: false, furtherSections: ALWAYS } });

test('[8.03] [4.07] a device that can compute solves the captcha without a question: one order', async ({
  page,
  shop,
}) => {
  const sent = await solutions(page, (solution) => solution);
  await reachOrder(page);
  await placeOrder(page);
  await confirmedOrder(page);
  expect(sent.map((solution) => solution && Object.keys(solution).sort())).toEqual([
    null,
    ['challenge', 'work'],
  ]);
  expect(shop.orders()).toHaveLength(1);
});

for (const [what, spoil] of [
  ['is wrong', (solution: Solution) => ({ ...solution, work: 'nic' })],
  // The server treats a solution of another attempt, or from before a restart, like an expired one.
  ['holds no more', (solution: Solution) => ({ ...solution, challenge: `${solution.challenge}0` })],
] as const)
  test(`[8.03] the device's solution ${what}: a question, answered by keyboard, and one order`, async ({
    page,
    shop,
  }) => {
    const sent = await solutions(page, spoil);
    await reachOrder(page);
    await placeOrder(page);
    await expect(question(page)).toBeVisible();
    expect(shop.orders()).toEqual([]);

    const wrong = String((await sum(page)) + 1);
    await answer(page, wrong);
    await expect(page.getByText('To není správně. Zkuste to prosím znovu.')).toBeVisible();
    expect(shop.orders()).toEqual([]);

    await answer(page, String(await sum(page)));
    await confirmedOrder(page);
    // Sums repeat, but a wrong answer always brings a new question.
    const answers = sent.flatMap((solution) => (solution?.answer === undefined ? [] : [solution]));
    expect(answers).toHaveLength(2);
    expect(new Set(answers.map(({ challenge }) => challenge)).size).toBe(2);
    expect(shop.orders()).toHaveLength(1);
  });

test.describe('with Google Pay', () => {
  test.use({ shopOptions: { googlePay: true, furtherSections: ALWAYS } });

  test('[4.07] [2.31] a wallet cannot solve it: the checkout shows the reason and takes the order', async ({
    page,
    shop,
  }) => {
    await openOffered(page, productPage, goods.plain);
    await press(page, productPage);
    await pay(page);
    await decelerated(page, 'wallet_captcha_required');
    await expect(page.getByText('Potřebujeme ověřit, že objednáváte opravdu vy.')).toBeVisible();
    expect(shop.orders()).toEqual([]);
    expect(shop.ledger()).toEqual([]);

    await choosePayment(page, /Dobírk/);
    await placeOrder(page);
    await confirmedOrder(page);
    expect(shop.orders().map(({ payment }) => payment.kind)).toEqual(['due_on_delivery']);
    expect(shop.ledger().filter(({ event }) => event === 'captured')).toEqual([]);
  });
});
