import { CART_ROW_MIN_WIDTHS_PX, NARROW_SCREEN_PX } from '../../constants.ts';
import { EXPRESS_CHECKOUT } from '../../i18n/wallet.cs.ts';
import { PAY_WALLET_TAG } from '../tags.ts';

const ORIENTATIONS = '.additional-checkout-buttons--vertical,.additional-checkout-buttons--horizontal';

/** Whether the theme's container is a column. The default is a row. */
const isVertical = (host: Element): boolean =>
  host.closest(ORIENTATIONS)?.matches('.additional-checkout-buttons--vertical') ?? false;

/** The number of columns for this many buttons in a container of `width` px (row 2.29). */
export function columnsOf(buttons: number, width: number, isWideScreen: boolean): number {
  const needed = CART_ROW_MIN_WIDTHS_PX[buttons - 1];
  return isWideScreen && needed !== undefined && width >= needed ? buttons : 1;
}

/** One wallet's button. */
export function walletButton(wallet: string): HTMLElement {
  const button = document.createElement(PAY_WALLET_TAG);
  button.setAttribute('wallet', wallet);
  return button;
}

function heading(): HTMLElement {
  const element = document.createElement('h2');
  element.className = 'wallet-cart-heading';
  element.textContent = EXPRESS_CHECKOUT;
  return element;
}

function item(wallet: string): HTMLElement {
  const element = document.createElement('li');
  element.className = 'wallet-cart-button-container';
  element.append(walletButton(wallet));
  return element;
}

/** The grid of a cart's wallets. Without wallets the host has no child nodes, because themes hide its box with `:empty`. */
export class CartView {
  readonly #heading = heading();
  readonly #grid = document.createElement('ul');
  readonly #items = new Map<string, HTMLElement>();
  readonly #resized = new ResizeObserver(() => {
    this.#layOut();
  });

  readonly #closing = new AbortController();
  readonly #wide = matchMedia(`(min-width: ${NARROW_SCREEN_PX}px)`);

  constructor(private readonly host: HTMLElement) {
    this.#resized.observe(host);
    // Rotating the screen may leave the container's width unchanged, so the resize observer alone is not enough.
    const { signal } = this.#closing;
    const layOut = (): void => {
      this.#layOut();
    };
    this.#wide.addEventListener('change', layOut, { signal });
  }

  /** Shows these wallets. Buttons that are already shown keep their nodes, and therefore the focus. */
  update(wallets: readonly string[], { disabled }: { readonly disabled: boolean }): void {
    const items = wallets.map((wallet) => this.#items.get(wallet) ?? item(wallet));
    this.#items.clear();
    wallets.forEach((wallet, at) => {
      const kept = items[at];
      if (kept) this.#items.set(wallet, kept);
    });
    for (const { firstElementChild } of items) firstElementChild?.toggleAttribute('disabled', disabled);
    if (
      items.length !== this.#grid.children.length ||
      items.some((kept, at) => this.#grid.children[at] !== kept)
    )
      this.#grid.replaceChildren(...items);
    if (items.length === 0) this.host.replaceChildren();
    else if (this.#grid.parentNode !== this.host) this.host.replaceChildren(this.#heading, this.#grid);
    this.#layOut();
  }

  close(): void {
    this.#resized.disconnect();
    this.#closing.abort();
    this.host.replaceChildren();
  }

  #layOut(): void {
    const vertical = isVertical(this.host);
    const columns = vertical ? 1 : columnsOf(this.#items.size, this.host.clientWidth, this.#wide.matches);
    this.#grid.className = `wallet-cart-grid wallet-cart-grid--${vertical ? 'vertical' : 'horizontal'}`;
    this.#grid.style.setProperty('--accelerated-checkout-columns', `${columns}`);
  }
}
