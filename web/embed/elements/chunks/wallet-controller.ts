import { fetchCartState, isLegacyCart, watchCart } from '../../flows/cart-watch.ts';
import { dispatch, type UnavailableReason, type WalletUnavailableReason } from '../../flows/events.ts';
import { instrumentName, type WalletConfig } from '../../flows/instruments.ts';
import type { PageLock } from '../../flows/page-lock.ts';
import { pageType, type PageType } from '../../flows/page-type.ts';
import type { Goods, ReadyWallet, SkipListener } from '../../flows/wallet-check.ts';
import { CartView } from '../views/cart-view.ts';
import { checkoutView } from '../views/checkout-view.ts';
import type { WalletsView } from '../views/wallets-view.ts';
import { openSheet, type SheetChunks } from './open-sheet.ts';
import { onPageTurn } from '../page/page-turn.ts';
import { PAY_WALLET_TAG } from '../tags.ts';
import { readCartSettings, readCheckoutSettings, type WalletSettings } from '../attributes/wallet.ts';

type ReadySheetWallet = ReadyWallet<SheetChunks>;

/** The element's page. */
export type WalletPlacement = 'cart' | 'checkout';

/** The parameters that the entry passes to a controller. */
export interface WalletEnvironment {
  readonly placement: WalletPlacement;
  readonly check: (
    config: WalletConfig,
    goods: Goods,
    signal: AbortSignal,
  ) => Promise<ReadySheetWallet | WalletUnavailableReason>;
  readonly skipped: SkipListener;
  /** Writes a problem to the console; false if it was reported before. */
  readonly report: (problem: string) => boolean;
  /** Dispatches that no wallet is offered. */
  readonly unavailable: (reason: UnavailableReason) => void;
  readonly origin: string;
  readonly lock: PageLock;
}

/** Changes when the wallets must be chosen again. */
const choiceKey = ({ cartId, wallets, requiresShipping, hasSellingPlan }: WalletSettings): string =>
  JSON.stringify({ cartId, wallets, requiresShipping, hasSellingPlan });

/** Runs the wallets of a cart: checks them, shows their buttons, and runs at most one purchase at a time. */
export class WalletController {
  readonly #ending = new AbortController();
  readonly #view: WalletsView;
  #key = '';
  #choosing: AbortController | null = null;
  #refreshing: AbortController | null = null;
  #pressing: AbortController | null = null;
  /** Null until the first choice; until then the page's initial content stays. */
  #ready: readonly ReadySheetWallet[] | null = null;
  #busy = false;
  #settings: WalletSettings | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly environment: WalletEnvironment,
  ) {
    const inCart = environment.placement === 'cart';
    this.#view = inCart ? new CartView(host) : checkoutView(host);
    const { signal } = this.#ending;
    host.addEventListener(
      'click',
      (event) => {
        this.#clicked(event);
      },
      { signal },
    );
    const refresh = (): void => void this.#refreshCart();
    if (inCart) watchCart(refresh, signal);
    onPageTurn(
      {
        left: () => this.#pressing?.abort(),
        restored: () => {
          this.#setBusy(false);
          this.#renew();
          if (inCart) refresh();
        },
      },
      signal,
    );
    this.update();
  }

  /** The parsed attributes; null if a required one is missing. */
  get settings(): WalletSettings | null {
    return this.#settings;
  }

  get pageType(): PageType {
    return pageType(this.host.getAttribute('page-type'));
  }

  /** The attributes may have changed. */
  update(): void {
    const read = this.environment.placement === 'cart' ? readCartSettings : readCheckoutSettings;
    const { settings, problems } = read(this.host);
    this.#settings = settings;
    for (const problem of problems) this.environment.report(problem);
    const key = settings === null ? 'incomplete' : choiceKey(settings);
    if (key !== this.#key) {
      this.#key = key;
      void this.#choose();
    }
    if (this.#ready !== null && this.#ready.length > 0) this.#draw();
  }

  end(): void {
    for (const step of [this.#ending, this.#choosing, this.#refreshing, this.#pressing]) step?.abort();
    this.#view.close();
  }

  /** After minutes a chosen wallet may no longer be available (row 4.26). */
  #renew(): void {
    if (this.#ready === null || this.#ready.length === 0) return;
    void this.#choose(true);
    this.#draw();
  }

  /**
   * Checks all wallets in parallel and draws them together, so that no button moves when another appears. With `known`,
   * wallets that are still available are not reported again.
   */
  async #choose(known = false): Promise<void> {
    this.#choosing?.abort();
    const {
      cartId = null,
      wallets = [],
      requiresShipping = false,
      hasSellingPlan = false,
    } = this.#settings ?? {};
    const obstacle = this.#obstacle(cartId, wallets);
    if (obstacle !== null) {
      this.#choosing = null;
      this.#nothing(obstacle);
      return;
    }
    const { signal } = (this.#choosing = new AbortController());
    const goods = { requiresShipping, hasSellingPlan };
    try {
      const answers = await Promise.all(
        wallets.map(async (config) => ({
          config,
          answer: await this.environment.check(config, goods, signal),
        })),
      );
      if (signal.aborted) return;
      this.#choosing = null;
      this.#show(answers.map(({ answer }) => answer).filter((answer) => typeof answer !== 'string'));
      for (const { config, answer } of answers)
        if (!known || typeof answer === 'string') this.#tell(config, answer);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /**
   * Reasons for which the page itself rules out any wallet. A cart's element may name no wallet; the checkout's must
   * name one.
   */
  #obstacle(cartId: string | null, wallets: readonly WalletConfig[]): UnavailableReason | null {
    if (cartId === null) return 'missing_attribute';
    if (isLegacyCart(cartId)) return 'legacy_cart';
    return this.environment.placement === 'checkout' && wallets.length === 0 ? 'invalid_attribute' : null;
  }

  /** Shows nothing and reports why. */
  #nothing(reason: UnavailableReason): void {
    this.#show([]);
    this.environment.unavailable(reason);
    if (this.environment.placement === 'checkout')
      dispatch(this.host, 'wallet-rendered', { status: 'failure', instrument: null, reason });
  }

  #tell({ name }: WalletConfig, answer: ReadySheetWallet | WalletUnavailableReason): void {
    const instrument = instrumentName(name);
    const failed = typeof answer === 'string';
    if (failed) this.environment.skipped(instrument, answer);
    if (this.environment.placement === 'checkout')
      dispatch(
        this.host,
        'wallet-rendered',
        failed ? { status: 'failure', instrument, reason: answer } : { status: 'success', instrument },
      );
  }

  #show(ready: readonly ReadySheetWallet[]): void {
    this.#ready = ready;
    this.#draw();
  }

  #draw(): void {
    if (this.#ending.signal.aborted || this.#ready === null) return;
    const { disabled = false, onlySdk = false, callToAction = false } = this.#settings ?? {};
    const names = this.#ready.map(({ config }) => config.name);
    const off = disabled || this.#busy || this.#choosing !== null;
    this.#view.update(names, { disabled: off, callToAction, onlySdk });
  }

  #setBusy(busy: boolean): void {
    this.#busy = busy;
    this.#draw();
  }

  /** Runs in the click's own task: browsers refuse to open a sheet later. */
  #clicked(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(PAY_WALLET_TAG) : null;
    if (button === null || event.defaultPrevented || button.hasAttribute('disabled')) return;
    const wallet = button.getAttribute('wallet');
    const ready = this.#ready?.find(({ config }) => config.name === wallet);
    const settings = this.#settings;
    if (!ready || typeof settings?.cartId !== 'string') return;
    const { cartId, requiresShipping, hasSellingPlan } = settings;
    event.preventDefault();
    const { signal } = (this.#pressing = new AbortController());
    openSheet({
      host: this.host,
      ready,
      source: { kind: 'cart', cartId },
      goods: { requiresShipping, hasSellingPlan },
      settings,
      origin: this.environment.origin,
      lock: this.environment.lock,
      signal,
      returnFocus: () => button,
      busy: (busy) => {
        this.#setBusy(busy);
      },
      refused: () => {
        this.#renew();
      },
    });
  }

  /** Fetches the cart's state into the attributes; their change triggers the update. */
  async #refreshCart(): Promise<void> {
    this.#refreshing?.abort();
    const { signal } = (this.#refreshing = new AbortController());
    try {
      const { cartId, requiresShipping, hasSellingPlan } = await fetchCartState(signal);
      if (signal.aborted) return;
      this.#set('cart-id', cartId);
      this.#set('requires-shipping', requiresShipping ? '' : null);
      this.#set('has-selling-plan', hasSellingPlan ? '' : null);
    } catch (error) {
      if (!signal.aborted) console.debug('accelerated-checkout:', error);
    }
  }

  #set(attribute: string, value: string | null): void {
    if (value === null) this.host.removeAttribute(attribute);
    else this.host.setAttribute(attribute, value);
  }
}
