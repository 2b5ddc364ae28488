import type { Instrument } from '../flows/instruments.ts';
import { readProductLine, type ProductLine } from '../flows/product-form.ts';
import { formState, watchForm, type FormState } from '../flows/watch-form.ts';
import { loadPress, PAGE_LOCK, prefetchUi } from './chunks.ts';
import { postNatively } from './native-post.ts';
import { formAction, ORIGIN } from './origin.ts';
import type { ProductSettings } from './product-attributes.ts';
import { ProductView, type Pressed } from './product-view.ts';
import { PRODUCT_TAG } from './tags.ts';

/** What a session works with; the element replaces it when its attributes change. */
export interface SessionInput {
  readonly settings: ProductSettings;
  readonly instrument: Instrument;
}

/** A working product element: its view, the form it watches, and at most one press under way. All of it ends at once. */
export class ProductSession {
  readonly #ending = new AbortController();
  readonly #view: ProductView;
  #formState: FormState;
  #pressing: AbortController | null = null;
  #busy = false;

  constructor(
    private readonly host: HTMLElement,
    readonly form: HTMLFormElement,
    private input: SessionInput,
  ) {
    this.#formState = formState(form, PRODUCT_TAG);
    this.#view = new ProductView(host, this.#viewState());
    this.#listen();
    // A failure shows at the press, which tries once more.
    loadPress().then(prefetchUi, () => undefined);
  }

  get settings(): ProductSettings {
    return this.input.settings;
  }

  get hasSellingPlan(): boolean {
    return this.#formState.hasSellingPlan || this.settings.hasSellingPlan;
  }

  /** The attributes, the form, or what is under way may have changed. */
  update(input: SessionInput = this.input): void {
    this.input = input;
    if (this.#ending.signal.aborted) return;
    this.#formState = formState(this.form, PRODUCT_TAG);
    this.#view.update(this.#viewState());
  }

  end(): void {
    this.#ending.abort();
    this.#pressing?.abort();
    this.#view.close();
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
    for (const type of ['pointerenter', 'touchstart', 'focusin'])
      host.addEventListener(type, () => void this.#view.hydrate(), { signal, passive: true });
    // The shopper leaves: what was under way ends without a word, and coming back finds a working button.
    window.addEventListener('pagehide', () => this.#pressing?.abort(), { signal });
    window.addEventListener(
      'pageshow',
      ({ persisted }) => {
        if (persisted) this.#restored();
      },
      { signal },
    );
  }

  #restored(): void {
    loadPress().then(
      ({ forgetRedirect }) => {
        forgetRedirect();
      },
      () => undefined,
    );
    this.#setBusy(false);
  }

  #setBusy(busy: boolean): void {
    this.#busy = busy;
    this.update();
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
    void this.#press(line, pressed);
  }

  async #press(line: ProductLine, { kind, button }: Pressed): Promise<void> {
    const { signal } = (this.#pressing = new AbortController());
    const busy = (is: boolean): void => {
      this.#setBusy(is);
    };
    busy(true);
    const chunk = await loadPress().catch(() => null);
    busy(false);
    if (signal.aborted) return;
    if (chunk === null) {
      postNatively(this.form, button);
      return;
    }
    const { host, input } = this;
    const returnFocus = (): HTMLElement | null => this.#view.find(kind);
    await chunk.press({
      ...input,
      host,
      pressed: kind,
      line,
      origin: ORIGIN,
      lock: PAGE_LOCK,
      signal,
      returnFocus,
      busy,
    });
  }
}
