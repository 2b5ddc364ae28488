import { PROMISE_CSS } from '../../dom/promise-styles.ts';

/**
 * Where the promise stands: under the element's own content, in a shadow tree, so that neither the theme's styles nor
 * whoever draws the content need know of it. Themes reach it as `::part(promise)`.
 */
export class PromiseView {
  #badge: HTMLElement | null = null;

  constructor(private readonly host: HTMLElement) {}

  /** Shows a text; nothing for null. */
  show(text: string | null): void {
    if (text === null && this.#badge === null) return;
    const badge = (this.#badge ??= this.#make());
    badge.hidden = text === null;
    badge.textContent = text;
  }

  #make(): HTMLElement {
    // An element that was taken out and put in again has its tree already.
    const root = this.host.shadowRoot ?? this.host.attachShadow({ mode: 'open' });
    const styles = new CSSStyleSheet();
    styles.replaceSync(PROMISE_CSS);
    root.adoptedStyleSheets = [styles];
    const badge = document.createElement('p');
    badge.setAttribute('part', 'promise');
    badge.setAttribute('role', 'status');
    root.replaceChildren(document.createElement('slot'), badge);
    return badge;
  }
}
