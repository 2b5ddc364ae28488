import type { WalletConfig } from '../flows/instruments.ts';
import {
  knownWallets,
  selectWallet,
  type Goods,
  type ReadyWallet,
  type SkipListener,
} from '../flows/wallet-check.ts';
import { loadWalletChunks, type WalletChunks } from './loaders/wallet-chunks.ts';

/** The button an element offers: not chosen yet, the plain button, or a wallet that is ready. */
export type OfferState = 'undecided' | 'plain' | ReadyWallet<WalletChunks>;

/** The inputs of the choice. */
export interface OfferInput {
  /** In the order of preference. */
  readonly candidates: readonly (WalletConfig | null)[];
  readonly goods: Goods;
}

/**
 * Chooses one button among wallets, again whenever the input changes. A late answer to an older input is ignored. While
 * a choice is pending the old button stays visible, but is disabled.
 */
export class Offer {
  #key = '';
  #choosing: AbortController | null = null;
  #offered: OfferState = 'undecided';

  constructor(
    private readonly skipped: SkipListener,
    private readonly changed: () => void,
  ) {}

  get offered(): OfferState {
    return this.#offered;
  }

  /** Whether the answer is still to come. */
  get choosing(): boolean {
    return this.#choosing !== null;
  }

  update(input: OfferInput): void {
    const key = JSON.stringify(input);
    if (key === this.#key) return;
    this.#key = key;
    this.end();
    const wallets = knownWallets(input.candidates, this.skipped);
    if (wallets.length === 0) this.#offered = 'plain';
    else void this.#choose(wallets, input.goods);
  }

  /** The chosen wallet may have become unavailable: the next update chooses again. */
  doubt(): void {
    if (typeof this.#offered !== 'string') this.#key = '';
  }

  end(): void {
    this.#choosing?.abort();
    this.#choosing = null;
  }

  async #choose(wallets: readonly WalletConfig[], goods: Goods): Promise<void> {
    const choosing = (this.#choosing = new AbortController());
    const context = { goods, loadChunks: loadWalletChunks, signal: choosing.signal };
    try {
      this.#offered = (await selectWallet(wallets, context, this.skipped)) ?? 'plain';
      this.#choosing = null;
      this.changed();
    } catch (error) {
      if (!choosing.signal.aborted) throw error;
    }
  }
}
