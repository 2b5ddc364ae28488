/** The consent to a selling plan, and the subscription policy. This chunk is loaded when the first plan is chosen. */
import { css as consentStyles } from 'virtual:styles/consent';
import { fetchSubscriptionPolicy } from '../../cart/policy.ts';
import { POLICY_DEADLINE_MS } from '../../constants.ts';
import { withDeadline } from '../../../base/deadline.ts';
import { CONSENT, POLICY_BUTTON } from '../../i18n/subscription.cs.ts';
import { ORIGIN } from '../page/origin.ts';
import { showPolicy, type FetchPolicy } from '../views/policy-dialog.ts';
import type { ProductSettings } from '../attributes/product.ts';
import type * as Press from './press.ts';
import { adoptPageStyles } from '../../../base/style-sheet.ts';

/** The parts of a product controller that decide whether the consent is shown. */
export interface Subscriber {
  readonly host: HTMLElement;
  readonly form: HTMLFormElement;
  readonly settings: ProductSettings;
  /** Whether a plan is chosen. */
  readonly hasSellingPlan: boolean;
}

/** Loads the chunk that creates cart clients. */
export type LoadClients = () => Promise<Pick<typeof Press, 'cartClient'>>;

/** A consent that is shown. */
interface Consent {
  readonly hide: () => void;
}

/** The consent block and its button as existing themes write them. */
const THEMES_BLOCK = '#shopify-buyer-consent';
const THEMES_BUTTON = '#shopify-subscription-policy-button';

const shown = new WeakMap<HTMLElement, Consent>();
let styled = false;

/** Shows the consent while a plan is chosen, hides it otherwise. Idempotent. */
export function syncConsent(subscriber: Subscriber, loadClients: LoadClients, ending: AbortSignal): void {
  const { host } = subscriber;
  const wanted = subscriber.hasSellingPlan && !ending.aborted;
  const present = shown.get(host);
  if (wanted === (present !== undefined)) return;
  if (present) {
    shown.delete(host);
    present.hide();
    return;
  }
  shown.set(host, show(subscriber, loadClients));
  ending.addEventListener(
    'abort',
    () => {
      syncConsent(subscriber, loadClients, ending);
    },
    { once: true },
  );
}

function show(subscriber: Subscriber, loadClients: LoadClients): Consent {
  const listening = new AbortController();
  const { block, button, restore } = themesBlock(subscriber.form) ?? ownBlock(subscriber.host);
  let closeDialog: (() => void) | null = null;
  button?.addEventListener(
    'click',
    (event) => {
      // The button is inside the product form and would submit it.
      event.preventDefault();
      closeDialog = showPolicy(policyOf(subscriber, loadClients));
    },
    { signal: listening.signal },
  );
  block.removeAttribute('aria-hidden');
  return {
    hide: () => {
      listening.abort();
      closeDialog?.();
      restore();
    },
  };
}

interface Block {
  readonly block: Element;
  readonly button: Element | null;
  readonly restore: () => void;
}

/** Shows the theme's own block; null if the form has none. */
function themesBlock(form: HTMLFormElement): Block | null {
  const block = form.querySelector(THEMES_BLOCK);
  if (block === null) return null;
  block.classList.remove('hidden');
  const restore = (): void => {
    block.classList.add('hidden');
    block.setAttribute('aria-hidden', 'true');
  };
  return { block, button: block.querySelector(THEMES_BUTTON), restore };
}

/** Inserts a block after the element; the element's own content belongs to its view. */
function ownBlock(host: HTMLElement): Block {
  if (!styled) adoptPageStyles(consentStyles);
  styled = true;
  const block = document.createElement('p');
  block.className = 'accelerated-checkout-consent';
  block.lang = 'cs';
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-haspopup', 'dialog');
  button.textContent = POLICY_BUTTON;
  block.append(`${CONSENT} `, button);
  host.after(block);
  const restore = (): void => {
    block.remove();
  };
  return { block, button, restore };
}

const policyOf =
  ({ settings }: Subscriber, loadClients: LoadClients): FetchPolicy =>
  async (signal) => {
    const { cartClient } = await loadClients();
    const client = cartClient({ origin: ORIGIN, ...settings });
    const deadline = withDeadline(signal, POLICY_DEADLINE_MS);
    return fetchSubscriptionPolicy(client, { signal: deadline.signal }).finally(deadline.clear);
  };
