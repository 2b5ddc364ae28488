import { views } from 'virtual:views/product';
import { buildNode } from '../../dom/tree.ts';
import type { ViewState } from '../../flows/view-state.ts';
import { PAY_WALLET_TAG } from '../tags.ts';

const SELECTORS = {
  button: ':scope>.shopify-payment-button__button--unbranded',
  wallet: `:scope>${PAY_WALLET_TAG}`,
  link: ':scope>.shopify-payment-button__more-options',
  skeleton: ':scope>.shopify-payment-button__skeleton',
} as const;

/** The button, the wallet or the link that was pressed. */
export interface PressTarget {
  readonly kind: Exclude<keyof typeof SELECTORS, 'skeleton'>;
  readonly button: HTMLElement;
}

/**
 * The light DOM of a product element. It keeps the server's markup and the theme's additions. A bare tag gets the same
 * markup, which the build rendered from the React components. Later only attributes change, so React is not loaded.
 */
export class ProductView {
  constructor(
    private readonly host: HTMLElement,
    private state: ViewState,
  ) {
    this.#draw();
  }

  /** Draws synchronously. */
  update(state: ViewState): void {
    this.state = state;
    this.#draw();
  }

  /** The part of the view that was clicked. A click inside a wallet's shadow tree is retargeted to the wallet. */
  pressed(target: EventTarget | null): PressTarget | null {
    const button = target instanceof Element ? target.closest<HTMLElement>(`button,${PAY_WALLET_TAG}`) : null;
    if (button?.parentNode !== this.host) return null;
    if (button.localName === PAY_WALLET_TAG) return { kind: 'wallet', button };
    return { kind: button === this.find('link') ? 'link' : 'button', button };
  }

  /** The current button, wallet, link or skeleton; null if it is not drawn. */
  find(kind: keyof typeof SELECTORS): HTMLElement | null {
    return this.host.querySelector(SELECTORS[kind]);
  }

  #draw(): void {
    const { host, state } = this;
    const children = this.#children();
    // Also removes skeletons, duplicates and white space.
    if (
      host.childNodes.length !== children.length ||
      children.some((child, at) => host.childNodes[at] !== child)
    )
      host.replaceChildren(...children);
    for (const child of children) {
      if (!child.matches('button')) {
        if (child.localName === PAY_WALLET_TAG) child.toggleAttribute('disabled', state.disabled);
        continue;
      }
      const button = child;
      if (button.disabled !== state.disabled) button.disabled = state.disabled;
      if (button.getAttribute('formaction') !== state.formAction)
        button.setAttribute('formaction', state.formAction);
    }
  }

  #children(): HTMLElement[] {
    const { shown } = this.state;
    if (shown === 'skeleton') return [this.#make('skeleton', 'skeleton')];
    if (shown === 'buy_it_now') return [this.#make('button', 'buy-it-now')];
    const wallet = this.find('wallet') ?? document.createElement(PAY_WALLET_TAG);
    wallet.setAttribute('wallet', shown.wallet);
    wallet.toggleAttribute('call-to-action', true);
    return [wallet, this.#make('link', 'more-options')];
  }

  #make(kind: keyof typeof SELECTORS, view: string): HTMLElement {
    return this.find(kind) ?? (buildNode(views[view] ?? '') as HTMLElement);
  }
}
