import type { Locator, Page } from '@playwright/test';
import type { Books } from './books.js';
import { goods, type DemoProduct } from './goods.js';
import type { Placement } from './placements.js';
import type { Shop } from './shop.js';

/** What a scenario has in its hands. */
export interface ScenarioContext {
  readonly page: Page;
  readonly shop: Shop;
  readonly placement: Placement;
}

/** One way in which a purchase with a wallet can go. */
export interface Scenario {
  /** With the rows of the specification before it. */
  readonly title: string;
  readonly books: Books;
  /** Tried on every page each time; any other one on the product page, and on all before a release. */
  readonly everywhere?: true;
  /** What is bought; the plain goods, if not given. */
  readonly goods?: DemoProduct;
  /** Units in stock before the purchase where the scenario itself changes them. */
  readonly stock?: number;
  /** Before the page is opened. */
  readonly prepare?: (scene: ScenarioContext) => Promise<unknown>;
  /** From the page with the button to the end. */
  readonly run: (scene: ScenarioContext) => Promise<void>;
}

/** One reason why a wallet cannot be offered at all. */
export interface Absence {
  /** With the rows of the specification before it. */
  readonly title: string;
  /** Tried on every page each time; any other one before a release, as the elements' own tests prove it, too. */
  readonly everywhere?: true;
  /** Before the page is opened. */
  readonly prepare: (page: Page) => Promise<unknown>;
}

/** The books when nothing was bought. */
export const NOTHING: Books = { orders: 0, charged: 0, sold: 0 };

/** The books when one piece was bought and paid. */
export const BOUGHT: Books = { orders: 1, charged: 1, sold: 1 };

/** What is bought unless a test says otherwise. */
export const product = goods.plain;

/** The shop's own dialog; the emulations' sheets are no part of it. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ hasNotText: 'zkušební' });
