import { dispatch } from '../flows/events.ts';
import type { PageType } from '../flows/page-type.ts';
import { checkWallet } from '../flows/wallet-check.ts';
import { loadCartWallets } from './loaders/chunks.ts';
import { LifecycleElement } from './lifecycle-element.ts';
import { PAGE_LOCK } from './page/page-lock.ts';
import { ORIGIN } from './page/origin.ts';
import { CART_ATTRIBUTES, CHECKOUT_ATTRIBUTES } from './attributes/wallet-names.ts';
import type { WalletSettings } from './attributes/wallet.ts';
import { loadWalletChunks } from './loaders/wallet-chunks.ts';
import type { WalletPlacement, WalletController } from './chunks/wallet-controller.ts';

/**
 * The common part of the elements that offer a cart's wallets. Their behaviour is in a chunk, loaded with the first of
 * them.
 */
abstract class WalletElement extends LifecycleElement {
  protected abstract readonly placement: WalletPlacement;
  #controller: WalletController | null = null;

  /** The parsed attributes; null if a required one is missing or the wallets' chunk is not loaded yet. */
  get settings(): WalletSettings | null {
    return this.#controller?.settings ?? null;
  }

  /** The element's page. */
  get pageType(): PageType {
    return this.#controller?.pageType ?? 'unknown';
  }

  protected refresh(): void {
    if (this.#controller) this.#controller.update();
    else void this.#start();
  }

  async #start(): Promise<void> {
    const chunk = await loadCartWallets().catch(() => null);
    if (!this.isConnected || this.#controller) return;
    if (chunk === null) {
      this.#unavailable();
      return;
    }
    this.#controller = new chunk.WalletController(this, {
      placement: this.placement,
      check: (config, goods, signal) => checkWallet(config, { goods, loadChunks: loadWalletChunks, signal }),
      skipped: this.skipped,
      report: (problem) => this.report(problem),
      unavailable: (reason) => {
        this.unavailable(null, reason);
      },
      origin: ORIGIN,
      lock: PAGE_LOCK,
    });
  }

  /** Reports that the chunk did not load. The controller, which reports all other reasons, is in that chunk. */
  #unavailable(): void {
    const reason = 'sdkUnavailable';
    this.replaceChildren();
    this.unavailable(null, reason);
    if (this.placement === 'checkout')
      dispatch(this, 'wallet-rendered', { status: 'failure', instrument: null, reason });
  }

  protected end(): void {
    this.#controller?.end();
    this.#controller = null;
  }
}

/** `<accelerated-checkout-cart>`: the wallets of a cart, in a grid. */
export class CartElement extends WalletElement {
  static readonly observedAttributes: readonly string[] = CART_ATTRIBUTES;
  protected readonly placement = 'cart';
}

/** `<checkout-wallet-button>`: one wallet in the checkout. */
export class CheckoutElement extends WalletElement {
  static readonly observedAttributes: readonly string[] = CHECKOUT_ATTRIBUTES;
  protected readonly placement = 'checkout';
}
