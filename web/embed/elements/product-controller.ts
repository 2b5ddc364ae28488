import { readProductLine, type ProductLine } from '../flows/product-form.ts';
import type { ViewState } from '../flows/view-state.ts';
import type { Goods, SkipListener } from '../flows/wallet-check.ts';
import { formState, watchForm, type FormState } from '../flows/watch-form.ts';
import { prefetchCheckout } from './page/prefetch.ts';
import { loadDelivery, loadPress, loadSubscription } from './loaders/chunks.ts';
import { postNatively } from './page/native-post.ts';
import { Offer } from './offer.ts';
import { formAction, ORIGIN } from './page/origin.ts';
import { PAGE_LOCK } from './page/page-lock.ts';
import { onPageTurn } from './page/page-turn.ts';
import { requiresShipping, type ProductSettings } from './attributes/product.ts';
import { ProductView, type PressTarget } from './views/product-view.ts';
import { PRODUCT_TAG } from './tags.ts';

/** Runs a product element: its view, the form it watches, and at most one purchase under way. `end` stops all of it. */
export class ProductController {
  readonly #ending = new AbortController();
  readonly #offer: Offer;
  readonly #view: ProductView;
  #formState: FormState;
  #pressing: AbortController | null = null;
  #busy = false;
  #consent = false;

  constructor(
    readonly host: HTMLElement,
    readonly form: HTMLFormElement,
    private current: ProductSettings,
    skipped: SkipListener,
  ) {
    this.#formState = formState(form, PRODUCT_TAG);
    this.#offer = new Offer(skipped, () => {
      this.update();
    });
    this.#choose();
    this.#view = new ProductView(host, this.#viewState());
    this.#listen();
    this.#syncConsent();
    // Ignore a failure here: pressing the button loads the module again.
    loadPress().then(prefetchCheckout, () => undefined);
    if (current.enabledFlags?.includes('delivery_promise'))
      loadDelivery().then(
        ({ promiseDay }) => {
          promiseDay(this, this.#ending.signal);
        },
        () => undefined,
      );
  }

  get settings(): ProductSettings {
    return this.current;
  }

  get hasSellingPlan(): boolean {
    return this.#formState.hasSellingPlan || this.settings.hasSellingPlan;
  }

  /** Call after a change of the attributes, the form, the chosen button or a running purchase. */
  update(settings: ProductSettings = this.current): void {
    this.current = settings;
    if (this.#ending.signal.aborted) return;
    this.#formState = formState(this.form, PRODUCT_TAG);
    this.#choose();
    this.#view.update(this.#viewState());
    this.#syncConsent();
  }

  end(): void {
    this.#ending.abort();
    this.#pressing?.abort();
    this.#offer.end();
  }

  /** Shows or hides the consent to a selling plan. If the chunk fails to load, the next change tries again. */
  #syncConsent(): void {
    if (!this.hasSellingPlan && !this.#consent) return;
    this.#consent = true;
    void loadSubscription().then(
      ({ syncConsent }) => {
        syncConsent(this, loadPress, this.#ending.signal);
      },
      () => undefined,
    );
  }

  get #goods(): Goods {
    const line = readProductLine(this.form);
    return {
      requiresShipping: requiresShipping(this.settings, line?.variantId),
      hasSellingPlan: this.hasSellingPlan,
    };
  }

  #choose(): void {
    const { recommended, fallback } = this.settings;
    this.#offer.update({ candidates: [recommended, fallback], goods: this.#goods });
  }

  #listen(): void {
    const { signal } = this.#ending;
    const { host } = this;
    watchForm(
      this.form,
      () => {
        this.update();
      },
      signal,
    );
    host.addEventListener(
      'click',
      (event) => {
        this.#clicked(event);
      },
      { signal },
    );
    onPageTurn(
      {
        left: () => this.#pressing?.abort(),
        restored: () => {
          this.#restored();
        },
      },
      signal,
    );
  }

  #restored(): void {
    // The cart may have become an order meanwhile.
    loadPress().then(
      ({ forgetRedirect }) => {
        forgetRedirect();
      },
      () => undefined,
    );
    this.#renew();
  }

  /** After minutes a wallet's authorisation may have expired (row 4.26). */
  readonly #renew = (): void => {
    this.#offer.doubt();
    this.#setBusy(false);
  };

  readonly #setBusy = (busy: boolean): void => {
    this.#busy = busy;
    this.update();
  };

  #viewState(): ViewState {
    const { offered, choosing } = this.#offer;
    return {
      shown: shownAs(offered),
      disabled: this.settings.disabled || this.#busy || choosing || !this.#formState.buyable,
      formAction: formAction(),
    };
  }

  #clicked(event: Event): void {
    const pressed = this.#view.pressed(event.target);
    // A theme that cancels the click also stops the checkout.
    if (pressed === null || event.defaultPrevented) return;
    event.preventDefault();
    this.update();
    const line = readProductLine(this.form);
    if (line === null || this.#viewState().disabled) return;
    if (!this.form.noValidate && !this.form.reportValidity()) return;
    if (pressed.kind === 'wallet') this.#openSheet(line);
    else void this.#press(line, pressed);
  }

  /** Runs in the click's own task. */
  #openSheet(line: ProductLine): void {
    const ready = this.#offer.offered;
    if (typeof ready === 'string') return;
    const { signal } = (this.#pressing = new AbortController());
    ready.chunks.wallet.openSheet({
      host: this.host,
      ready,
      source: { kind: 'line', line },
      goods: this.#goods,
      settings: this.settings,
      origin: ORIGIN,
      lock: PAGE_LOCK,
      signal,
      returnFocus: () => this.#view.find('wallet'),
      busy: this.#setBusy,
      refused: this.#renew,
    });
  }

  async #press(line: ProductLine, { kind, button }: PressTarget): Promise<void> {
    const { signal } = (this.#pressing = new AbortController());
    this.#setBusy(true);
    const chunk = await loadPress().catch(() => null);
    this.#setBusy(false);
    if (signal.aborted) return;
    if (chunk === null) {
      postNatively(this.form, button);
      return;
    }
    await chunk.press({
      host: this.host,
      settings: this.settings,
      isLink: kind === 'link',
      line,
      origin: ORIGIN,
      lock: PAGE_LOCK,
      signal,
      returnFocus: () => this.#view.find(kind),
      busy: this.#setBusy,
    });
  }
}

/** The view for an offer. */
function shownAs(offered: Offer['offered']): ViewState['shown'] {
  if (offered === 'undecided') return 'skeleton';
  return offered === 'plain' ? 'buy_it_now' : { wallet: offered.config.name };
}
