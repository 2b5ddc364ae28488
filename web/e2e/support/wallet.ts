import type { Locator, Page } from '@playwright/test';

/** What every emulation can be told before it opens, in its own words. */
export interface Preset {
  readonly buyer?: string;
  readonly card?: string;
}

/** What the scenarios that hold for every wallet do with one, wherever its buyers look at it. */
export interface Wallet {
  /** As its button says. */
  readonly name: string;
  /** Chooses who pays and with what before it opens. */
  readonly preset: (page: Page, chosen: Preset) => Promise<void>;
  /** Waits until the buyer has a total to agree to. */
  readonly sheetReady: (page: Page) => Promise<void>;
  /** What it says the purchase costs, in minor units of a currency with two decimals. */
  readonly total: (page: Page) => Promise<number>;
  /** Agrees, as soon as that can be. */
  readonly pay: (page: Page) => Promise<void>;
  /** Goes away without having agreed. */
  readonly cancel: (page: Page) => Promise<void>;
  /** Chooses another card: an id of the emulation. */
  readonly chooseCard: (page: Page, id: string) => Promise<void>;
  /** The errors that it shows; none where it shows none. */
  readonly sheetErrors: (page: Page) => Locator;
}
