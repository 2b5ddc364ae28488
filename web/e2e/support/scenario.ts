import type { Locator, Page } from '@playwright/test';
import type { Books } from './books.js';
import { goods, type DemoProduct } from './goods.js';
import type { Placement } from './placements.js';
import type { Shop } from './shop.js';

/** The fixtures of a scenario. */
export interface ScenarioContext {
  readonly page: Page;
  readonly shop: Shop;
  readonly placement: Placement;
}

/** One course of a purchase with a wallet. */
export interface Scenario {
  /** With the rows of the specification before it. */
  readonly title: string;
  readonly books: Books;
  /** Runs on every page each time. Others run on the product page, and on all pages before a release. */
  readonly everywhere?: true;
  /** The goods to buy; by default the plain goods. */
  readonly goods?: DemoProduct;
  /** Units in stock before the purchase, if the scenario changes the stock. */
  readonly stock?: number;
  /** Runs before the page is opened. */
  readonly prepare?: (scene: ScenarioContext) => Promise<unknown>;
  /** Runs from the page with the button to the end. */
  readonly run: (scene: ScenarioContext) => Promise<void>;
}

/** One reason why a wallet cannot be offered. */
export interface Absence {
  /** With the rows of the specification before it. */
  readonly title: string;
  /** Runs on every page each time. Others run before a release, because the elements' unit tests prove them, too. */
  readonly everywhere?: true;
  /** Runs before the page is opened. */
  readonly prepare: (page: Page) => Promise<unknown>;
}

/** The expected books without a purchase. */
export const NOTHING: Books = { orders: 0, charged: 0, sold: 0 };

/** The expected books after one paid piece. */
export const BOUGHT: Books = { orders: 1, charged: 1, sold: 1 };

/** The goods that tests buy by default. */
export const product = goods.plain;

/** The shop's dialog, as opposed to the emulations' sheets. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ hasNotText: 'zkušební' });
