import { element } from '../common/element.ts';
import { trapTab } from '../common/focus.ts';
import { overlayStyles, overlayTexts } from './overlay-look.ts';
import type { Funding } from './types.ts';

export interface OverlayOptions {
  readonly funding: Funding;
  /** Called when the buyer asks for the window. */
  readonly show: () => void;
  /** Called when the buyer gives up. */
  readonly cancel: () => void;
}

function dialogOf({ funding, show, cancel }: OverlayOptions): HTMLDialogElement {
  const title = element('h1', { id: 'title', textContent: overlayTexts.title(funding) });
  const hint = element('p', { id: 'hint', textContent: overlayTexts.hint });
  const showing = element('button', {
    type: 'button',
    className: 'pay',
    autofocus: true,
    textContent: overlayTexts.show,
  });
  const cancelling = element('button', { type: 'button', textContent: overlayTexts.cancel });
  const dialog = element('dialog', { lang: 'cs' }, [title, hint, showing, cancelling]);
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.setAttribute('aria-describedby', hint.id);
  showing.addEventListener('click', show);
  cancelling.addEventListener('click', cancel);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    cancel();
  });
  dialog.addEventListener('keydown', (event) => {
    // The page below may have its own shortcuts and focus traps.
    event.stopPropagation();
    if (event.key === 'Tab') trapTab(dialog, event);
  });
  return dialog;
}

/** Covers the page while the wallet's window is open, as PayPal's own script does. Returns a function that uncovers it. */
export function coverPage(options: OverlayOptions): () => void {
  const host = document.createElement('paypal-sandbox-overlay');
  const shadow = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(overlayStyles(options.funding));
  shadow.adoptedStyleSheets = [styles];
  const dialog = dialogOf(options);
  shadow.append(dialog);
  document.body.append(host);
  dialog.showModal();
  return () => {
    dialog.close();
    host.remove();
  };
}
