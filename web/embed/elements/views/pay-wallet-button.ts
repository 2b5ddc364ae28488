import { css } from 'virtual:styles/wallet';
import { DARK_BACKGROUND_LUMINANCE, VISIBILITY_THRESHOLD } from '../../constants.ts';
import { luminanceBehind } from '../../dom/backdrop.ts';
import { buttonView } from '../../dom/button-views.ts';
import { buildNode, type Tree } from '../../dom/tree.ts';
import { dispatch } from '../../flows/events.ts';
import { instrumentName } from '../../flows/instruments.ts';
import { styleSheet } from '../../dom/style-sheet.ts';

let sheet: CSSStyleSheet | undefined;

/** Loads the view of a wallet. */
export type LoadButtonView = (wallet: string) => Promise<unknown>;

const isOn = (element: Element, flag: string): boolean =>
  element.hasAttribute(flag) && element.getAttribute(flag) !== 'false';

/**
 * `<pay-wallet-button>` draws a wallet's button and does nothing else. Attributes: `wallet`, `call-to-action`,
 * `disabled`, `theme` (`light`, or `dark` for a dark background; by default the button looks at its actual background).
 */
export class PayWalletButton extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ['wallet', 'call-to-action', 'disabled', 'theme'];

  /** Shared by all buttons; set before the element is defined. */
  static loadView: LoadButtonView = () => Promise.resolve();

  readonly #root = this.attachShadow({ mode: 'open', delegatesFocus: true });
  #button: HTMLButtonElement | null = null;
  #drawn: Tree | undefined;
  #loading = '';
  #focusLost = false;
  #watching: AbortController | null = null;
  #reported = false;

  get disabled(): boolean {
    return isOn(this, 'disabled');
  }

  set disabled(disabled: boolean) {
    this.toggleAttribute('disabled', disabled);
  }

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [(sheet ??= styleSheet(css))];
    this.#watch();
    this.#render();
  }

  disconnectedCallback(): void {
    this.#watching?.abort();
    this.#watching = null;
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#render();
  }

  /** Replaces the button only if the wallet or its view changed, so that an unchanged button keeps the focus. */
  #render(): void {
    const wallet = this.getAttribute('wallet') ?? '';
    const view = buttonView(wallet, isOn(this, 'call-to-action'));
    if (view === undefined) this.#loadView(wallet);
    if (view !== this.#drawn) {
      this.#drawn = view;
      this.#button = view === undefined ? null : (buildNode(view) as HTMLButtonElement);
      this.#root.replaceChildren(...(this.#button ? [this.#button] : []));
    }
    if (!this.#button) return;
    this.#able(this.#button, !this.disabled);
    this.#button.classList.toggle('dark', this.#isDark());
  }

  /** A wallet's chunk brings its view: an element that offered the wallet has loaded it, an element written by a page has not. */
  #loadView(wallet: string): void {
    if (wallet === this.#loading) return;
    this.#loading = wallet;
    PayWalletButton.loadView(wallet).then(
      () => {
        this.#loading = '';
        if (this.isConnected && buttonView(wallet, false) !== undefined) this.#render();
      },
      (error: unknown) => {
        this.#loading = '';
        console.debug('accelerated-checkout:', error);
      },
    );
  }

  /**
   * A button loses the focus when it is disabled. It gets it back when it is enabled, unless something else has the
   * focus.
   */
  #able(button: HTMLButtonElement, able: boolean): void {
    if (button.disabled !== able) return;
    if (!able) this.#focusLost = this.#root.activeElement === button;
    button.disabled = !able;
    if (able && this.#focusLost && document.activeElement === document.body) button.focus();
    if (able) this.#focusLost = false;
  }

  #isDark(): boolean {
    const theme = this.getAttribute('theme');
    return theme === 'dark' || (theme !== 'light' && luminanceBehind(this) < DARK_BACKGROUND_LUMINANCE);
  }

  /** Redraws when its size, its container's style or the page's colours change. Reports once that the button is visible. */
  #watch(): void {
    const { signal } = (this.#watching = new AbortController());
    const render = (): void => {
      this.#render();
    };
    const resized = new ResizeObserver(render);
    const restyled = new MutationObserver(render);
    resized.observe(this);
    for (const element of [this.parentElement, document.body, document.documentElement])
      if (element) {
        resized.observe(element);
        restyled.observe(element, { attributes: true, attributeFilter: ['class', 'style'] });
      }
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', render, { signal });
    const seen = new IntersectionObserver(
      (entries) => {
        if (!this.#reported && entries.some(({ isIntersecting }) => isIntersecting)) this.#report(seen);
      },
      { threshold: VISIBILITY_THRESHOLD },
    );
    if (!this.#reported) seen.observe(this);
    signal.addEventListener('abort', () => {
      for (const observer of [resized, restyled, seen]) observer.disconnect();
    });
  }

  #report(seen: IntersectionObserver): void {
    this.#reported = true;
    seen.disconnect();
    dispatch(this, 'accelerated-checkout:visible', {
      instrument: instrumentName(this.getAttribute('wallet') ?? ''),
    });
  }
}
