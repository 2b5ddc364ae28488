import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  cards,
  chooseBrought,
  confirmedOrder,
  enterCard,
  fillContactAndAddress,
  placeOrder,
} from './support/buyer.js';
import { Demo, makes } from './support/demo.js';
import { emulatedSheet } from './support/emulated-sheet.js';
import { root } from './support/program.js';
import {
  anchorsOf,
  bold,
  buttons,
  cardNumbers,
  commands,
  fileLinks,
  hostLinks,
  type NamedButton,
} from './support/readme.js';

const WALLET = /^Koupit přes (.+)$/;

/** Opens the button's page. Reloads if a wallet was too slow on a busy machine. */
async function openWithButton(page: Page, { path, button }: NamedButton): Promise<Locator> {
  const element = page.locator('accelerated-checkout');
  const named = { name: button, exact: true };
  const found = element.getByRole('button', named).or(element.getByRole('link', named));
  await expect(async () => {
    await page.goto(path);
    await expect(found).toBeEnabled({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  return found;
}

/** Pays in the sheet or, if the button opens the checkout, there by card. */
async function buyBy(page: Page, button: string): Promise<number> {
  const wallet = WALLET.exec(button)?.[1];
  if (wallet !== undefined) {
    await emulatedSheet(wallet, '').pay(page);
    return confirmedOrder(page);
  }
  await page.waitForURL(/\/checkout\//);
  await fillContactAndAddress(page);
  await chooseBrought(page, /PPL/);
  await enterCard(page, cards.approved);
  await placeOrder(page);
  return confirmedOrder(page);
}

test('README: links lead to existing files', () => {
  expect(fileLinks.length).toBeGreaterThan(10);
  // Links to other hosts need a network.
  expect(hostLinks).toEqual([]);
  const missing = fileLinks.filter((link) => {
    const [file = '', anchor] = link.split('#');
    if (!existsSync(join(root, file))) return true;
    return anchor !== undefined && !anchorsOf(file).includes(anchor);
  });
  expect(missing).toEqual([]);
});

test('README: its make targets exist, and tests buy with each of its cards', () => {
  const targets = commands.flatMap((command) => /^make (\S+)$/.exec(command)?.[1] ?? []);
  expect(targets).toContain('demo');
  for (const target of targets) expect(makes(target)).not.toEqual([]);
  expect([...cardNumbers].sort()).toEqual(Object.values(cards).sort());
});

test('README: each button of the demo buys, and each command works', async ({ browser }) => {
  test.slow();
  expect(buttons.filter(({ button }) => WALLET.test(button)).length).toBeGreaterThan(1);
  const named = buttons.map(({ button }) => button);
  expect(bold.filter((words) => !named.includes(words))).toEqual([]);
  const demo = await Demo.start();
  try {
    const page = await browser.newPage({ baseURL: demo.origin });
    const numbers: number[] = [];
    for (const button of buttons) {
      await (await openWithButton(page, button)).click();
      numbers.push(await buyBy(page, button.button));
    }
    await page.close();
    expect(numbers).toEqual(buttons.map((_, at) => 1001 + at));
    for (const command of commands.filter((line) => !line.startsWith('make ')))
      expect(demo.run(command), command).not.toBe('');
  } finally {
    await demo.close();
  }
});
