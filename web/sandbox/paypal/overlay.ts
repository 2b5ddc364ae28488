import { element } from '../common/element.ts';
import { guardDialog, openDialog } from '../common/modal.ts';
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
  guardDialog(dialog, cancel);
  return dialog;
}

/** Covers the page while the wallet's window is open, as PayPal's own script does. Returns a function that uncovers it. */
export function coverPage(options: OverlayOptions): () => void {
  const styles = overlayStyles(options.funding);
  return openDialog('paypal-sandbox-overlay', styles, dialogOf(options)).close;
}
