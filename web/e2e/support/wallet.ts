import type { Locator, Page } from '@playwright/test';

/** Presets common to all emulations, by the emulation's IDs. */
export interface Preset {
  readonly buyer?: string;
  readonly card?: string;
  /** The emulated Meta Pay's type of container. */
  readonly containerType?: string;
  /** What happens besides, in the emulated Meta Pay. */
  readonly scenario?: string;
}

/** The driver of a wallet, sheet or window, for scenarios common to all wallets. */
export interface Wallet {
  /** The name on its button. */
  readonly name: string;
  /** Chooses buyer and card before it opens. */
  readonly preset: (page: Page, chosen: Preset) => Promise<void>;
  /** Waits until it shows a total that the buyer can agree to. */
  readonly sheetReady: (page: Page) => Promise<void>;
  /** The total that it shows, in minor units of a currency with two decimals. */
  readonly total: (page: Page) => Promise<number>;
  /** Agrees as soon as possible. */
  readonly pay: (page: Page) => Promise<void>;
  /** Cancels without agreeing. */
  readonly cancel: (page: Page) => Promise<void>;
  /** Chooses another card by the emulation's ID. */
  readonly chooseCard: (page: Page, id: string) => Promise<void>;
  /** The errors that it shows. */
  readonly sheetErrors: (page: Page) => Locator;
}
