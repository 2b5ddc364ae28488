import { styleSheet } from '../../../base/style-sheet.ts';
import { PROMISED } from '../../dom/product-host.ts';
import { PROMISE_CSS } from '../../dom/promise-styles.ts';

/**
 * The badge of a promised day, below the element's own content. A shadow tree keeps it apart from the theme's styles
 * and from the code that draws the content. Themes style it as `::part(promise)`.
 */
export class PromiseView {
  #badge: HTMLElement | null = null;

  constructor(private readonly host: HTMLElement) {}

  /** Null hides the badge. */
  show(text: string | null): void {
    if (text === null && this.#badge === null) return;
    const badge = (this.#badge ??= this.#make());
    badge.hidden = text === null;
    this.host.toggleAttribute(PROMISED, text !== null);
    badge.textContent = text;
  }

  #make(): HTMLElement {
    // An element that was removed and inserted again still has its shadow root.
    const root = this.host.shadowRoot ?? this.host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styleSheet(PROMISE_CSS)];
    const badge = document.createElement('p');
    badge.setAttribute('part', 'promise');
    badge.setAttribute('role', 'status');
    root.replaceChildren(document.createElement('slot'), badge);
    return badge;
  }
}
