import { css } from 'virtual:styles/wallet';
import { DARK_BACKGROUND_LUMINANCE, VISIBILITY_THRESHOLD } from '../../constants.ts';
import { luminanceBehind } from '../../dom/backdrop.ts';
import { buttonLook, buttonView } from '../../dom/button-views.ts';
import { buildNode, type Tree } from '../../dom/tree.ts';
import { dispatch } from '../../flows/events.ts';
import { instrumentName } from '../../flows/instruments.ts';
import type { Logo } from '../../dom/logos.ts';
import { styleSheet } from '../../../base/style-sheet.ts';

let sheet: CSSStyleSheet | undefined;

/** Loads the view of a wallet. */
export type LoadButtonView = (wallet: string) => Promise<unknown>;

const isOn = (element: Element, flag: string): boolean =>
  element.hasAttribute(flag) && element.getAttribute(flag) !== 'false';

/**
 * `<pay-wallet-button>` draws a wallet's button and does nothing else. Attributes: `wallet`, `call-to-action`,
 * `disabled`, `theme` (`light`, or `dark` for a dark background; by default the button looks at its actual background),
 * `button-style` (a form of the brand's, whatever the background).
 */
export class PayWalletButton extends HTMLElement {
  static readonly observedAttributes: readonly string[] = [
    'wallet',
    'call-to-action',
    'disabled',
    'theme',
    'button-style',
  ];

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
    const look = buttonLook(wallet);
    if (view !== this.#drawn) {
      this.#drawn = view;
      this.#button = view === undefined ? null : (buildNode(view) as HTMLButtonElement);
      this.#root.replaceChildren(...(this.#button ? [this.#button] : []));
      this.#root.adoptedStyleSheets = [(sheet ??= styleSheet(css)), ...(look ? [look.sheet] : [])];
    }
    if (!this.#button) return;
    if (look) this.#drawLogo(this.#button, look.logo);
    this.#able(this.#button, !this.disabled);
    this.#button.classList.toggle('dark', this.#isDark());
    this.#button.dataset['form'] = this.#form(this.#button);
  }

  /** Fills the logo's place. If the logo does not load, the button shows its name. Removed meanwhile, it returns complete. */
  #drawLogo(button: HTMLElement, logo: Promise<Logo>): void {
    const place = button.querySelector('svg:empty');
    if (!place) return;
    logo.then(
      (shapes) => {
        place.replaceChildren(...shapes.map((shape) => buildNode(shape, true)));
      },
      () => {
        button.textContent = button.ariaLabel;
      },
    );
  }

  /** The form that the page chose: by an attribute here or around, else by a custom property, which the styles hand on. */
  #form(button: HTMLElement): string {
    return (
      this.closest('[button-style]')?.getAttribute('button-style') ??
      getComputedStyle(button).getPropertyValue('--style').trim()
    );
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

  /** Redraws when the size or the style of anything around it changes, or the page's colours. Reports once that the button is visible. */
  #watch(): void {
    const { signal } = (this.#watching = new AbortController());
    const render = (): void => {
      this.#render();
    };
    const resized = new ResizeObserver(render);
    const restyled = new MutationObserver(render);
    resized.observe(this);
    for (let around = this.parentElement; around; around = around.parentElement) {
      resized.observe(around);
      restyled.observe(around, { attributeFilter: ['class', 'style', 'button-style'] });
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
