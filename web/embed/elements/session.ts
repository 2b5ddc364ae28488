import { createCartClient } from '../cart/client.ts';
import { LOCALE } from '../constants.ts';
import type { Instrument } from '../flows/instruments.ts';
import { readProductLine, type ProductLine } from '../flows/product-form.ts';
import { forgetRedirect, purchase } from '../flows/purchase.ts';
import { formState, watchForm, type FormState } from '../flows/watch-form.ts';
import { showDialog } from './dialog.ts';
import { formAction, ORIGIN } from './origin.ts';
import type { ProductSettings } from './product-attributes.ts';
import { ProductView } from './product-view.ts';
import { PRODUCT_TAG } from './tags.ts';

/** What a session works with; the element replaces it when its attributes change. */
export interface SessionInput {
  readonly settings: ProductSettings;
  readonly instrument: Instrument;
}

/** Leaves the page. Apart, because tests cannot. */
export const leave = {
  to: (url: string): void => {
    location.assign(url);
  },
};

/** A working product element: its view, the form it watches, and at most one purchase. All of it ends at once. */
export class ProductSession {
  readonly #ending = new AbortController();
  readonly #view: ProductView;
  #formState: FormState;
  #purchase: AbortController | null = null;
  #busy = false;

  constructor(
    private readonly host: HTMLElement,
    readonly form: HTMLFormElement,
    private input: SessionInput,
  ) {
    this.#formState = formState(form, PRODUCT_TAG);
    this.#view = new ProductView(host, this.#viewState());
    this.#listen();
  }

  get settings(): ProductSettings {
    return this.input.settings;
  }

  get hasSellingPlan(): boolean {
    return this.#formState.hasSellingPlan || this.settings.hasSellingPlan;
  }

  /** The attributes, or the form, may have changed. */
  update(input: SessionInput = this.input): void {
    this.input = input;
    this.#formState = formState(this.form, PRODUCT_TAG);
    this.#view.update(this.#viewState());
  }

  end(): void {
    this.#ending.abort();
    this.#purchase?.abort();
    this.#view.close();
  }

  #listen(): void {
    const { signal } = this.#ending;
    watchForm(
      this.form,
      () => {
        this.update();
      },
      signal,
    );
    this.host.addEventListener(
      'click',
      (event) => {
        this.#clicked(event);
      },
      { signal },
    );
    const intent = (): void => void this.#view.hydrate();
    for (const type of ['pointerenter', 'touchstart', 'focusin'])
      this.host.addEventListener(type, intent, { signal, passive: true });
    // The shopper leaves: whatever was under way ends without a word, and coming back finds a working button.
    window.addEventListener('pagehide', () => this.#purchase?.abort(), { signal });
    window.addEventListener(
      'pageshow',
      (event) => {
        if (event.persisted) this.#restored();
      },
      { signal },
    );
  }

  #restored(): void {
    forgetRedirect();
    this.#setBusy(false);
  }

  #setBusy(busy: boolean): void {
    this.#busy = busy;
    if (!this.#ending.signal.aborted) this.update();
  }

  #viewState(): ConstructorParameters<typeof ProductView>[1] {
    const { settings, instrument } = this.input;
    return {
      disabled: settings.disabled || this.#busy || !this.#formState.buyable,
      moreOptions: instrument.branded,
      formAction: formAction(),
    };
  }

  #clicked(event: Event): void {
    const pressed = this.#view.pressed(event.target);
    // A theme that prevented the click holds the checkout, too.
    if (pressed === null || event.defaultPrevented) return;
    event.preventDefault();
    this.update();
    const line = readProductLine(this.form);
    if (line === null || this.#viewState().disabled) return;
    if (!this.form.noValidate && !this.form.reportValidity()) return;
    void this.#buy(line, pressed, event.target as HTMLElement);
  }

  async #buy(line: ProductLine, pressed: 'button' | 'link', returnFocus: HTMLElement): Promise<void> {
    const { settings, instrument } = this.input;
    const { accessToken, buyerCountry, buyerCurrency, recommended, variantParams } = settings;
    const aborting = (this.#purchase = new AbortController());
    const client = () =>
      createCartClient({ origin: ORIGIN, accessToken, country: buyerCountry, locale: LOCALE });
    await purchase({
      host: this.host,
      instrument,
      line,
      requiresShipping:
        variantParams.find(({ id }) => id === line.variantId)?.requiresShipping ?? settings.requiresShipping,
      buyerCountry,
      buyerCurrency,
      skipShopPay: pressed === 'link' && recommended?.name === 'shop_pay',
      client,
      signal: aborting.signal,
      busy: (busy) => {
        this.#setBusy(busy);
      },
      showDialog: (text) => {
        showDialog(text, returnFocus);
      },
      navigate: leave.to,
    });
  }
}
