import { views } from 'virtual:views';
import { buildNode } from '../dom/tree.ts';
import type { ViewState } from '../flows/view-state.ts';
import type { MountedView } from '../ui/mount.tsx';
import { loadUi } from './chunks.ts';

const BUTTON = ':scope>.shopify-payment-button__button--unbranded';
const LINK = ':scope>.shopify-payment-button__more-options';

/** The button or the link that was pressed. */
export interface Pressed {
  readonly kind: 'button' | 'link';
  readonly button: HTMLElement;
}

/**
 * The light DOM of a product element. What the server sent is kept, with whatever the theme added to it; a bare tag
 * gets the same markup. Until React has taken over, the few changes there are are made by hand, and React failing to
 * load changes nothing.
 */
export class ProductView {
  #mounted: MountedView | null = null;
  #mounting = false;
  #closed = false;

  constructor(
    private readonly host: HTMLElement,
    private state: ViewState,
  ) {
    this.#draw();
  }

  /** Shows another state, at once. */
  update(state: ViewState): void {
    this.state = state;
    if (this.#mounted) this.#mounted.update(state);
    else this.#draw();
  }

  /** Has React take over: on intent. What changes meanwhile is still drawn by hand, and told to React when it is there. */
  async hydrate(): Promise<void> {
    if (this.#mounting) return;
    this.#mounting = true;
    try {
      const { mountView } = await loadUi();
      if (this.#closed) return;
      this.#draw();
      this.#handOver(await mountView(this.host, this.state));
    } catch (error) {
      this.#mounting = false;
      console.debug('accelerated-checkout:', error);
    }
  }

  #handOver(mounted: MountedView): void {
    this.#mounted = mounted;
    if (this.#closed) this.close();
    else mounted.update(this.state);
  }

  /** Gives the DOM back as it would have been without React. */
  close(): void {
    this.#closed = true;
    if (!this.#mounted) return;
    this.#mounted.unmount();
    this.#mounted = null;
    this.#draw();
  }

  /** What of the view a click was for. */
  pressed(target: EventTarget | null): Pressed | null {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    if (button?.parentNode !== this.host) return null;
    return { kind: button.matches(LINK) ? 'link' : 'button', button };
  }

  /** The button or the link as it stands now. */
  find(kind: Pressed['kind']): HTMLElement | null {
    return this.host.querySelector(kind === 'link' ? LINK : BUTTON);
  }

  #draw(): void {
    const { host, state } = this;
    const button = host.querySelector(BUTTON) ?? buildNode(views['buy-it-now']);
    const link = state.moreOptions ? (host.querySelector(LINK) ?? buildNode(views['more-options'])) : null;
    const children = [button, ...(link ? [link] : [])];
    // Also drops skeletons, second copies, and white space, which hydration would stumble over.
    if (
      host.childNodes.length !== children.length ||
      children.some((child, at) => host.childNodes[at] !== child)
    )
      host.replaceChildren(...children);
    for (const child of children as HTMLButtonElement[]) {
      if (child.disabled !== state.disabled) child.disabled = state.disabled;
      if (child.getAttribute('formaction') !== state.formAction)
        child.setAttribute('formaction', state.formAction);
    }
  }
}
