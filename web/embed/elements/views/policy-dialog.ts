import { css as dialogStyles } from 'virtual:styles/dialog';
import { css as policyStyles } from 'virtual:styles/policy';
import { views } from 'virtual:views/dialog';
import type { SubscriptionPolicy } from '../../cart/policy.ts';
import { openModal } from '../../dom/modal.ts';
import { plainNodes } from '../../dom/plain-html.ts';
import { buildNode } from '../../dom/tree.ts';
import { POLICY_LOADING, POLICY_TITLE, SUBSCRIPTION_POLICY_MISSING } from '../../i18n/subscription.cs.ts';
import { styleSheet } from '../../../base/style-sheet.ts';

/** Not a registered element: see the error dialog. */
const HOST_TAG = 'accelerated-checkout-policy';
const SKELETON_BARS = 3;

/** Fetches the policy; null if the shop has none. */
export type FetchPolicy = (signal: AbortSignal) => Promise<SubscriptionPolicy | null>;

/** The fetched policy. A failure is not cached: the next opening fetches again. */
let cached: SubscriptionPolicy | null = null;

/** Clears the fetched policy. */
export function forgetPolicy(): void {
  cached = null;
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function skeleton(): Node[] {
  const bars = Array.from({ length: SKELETON_BARS }, () => element('span', 'bar'));
  const loading = element('span', 'loading', POLICY_LOADING);
  loading.setAttribute('role', 'status');
  return [loading, ...bars];
}

function failure(): Node[] {
  const text = element('p', '', SUBSCRIPTION_POLICY_MISSING);
  text.setAttribute('role', 'alert');
  return [text];
}

/** Builds the dialog in its own shadow root, so that its ids cannot clash with the page's. */
function build(): { host: HTMLElement; dialog: HTMLDialogElement; title: HTMLElement; content: HTMLElement } {
  const host = document.createElement(HOST_TAG);
  host.lang = 'cs';
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [styleSheet(dialogStyles), styleSheet(policyStyles)];
  const dialog = buildNode(views['dialog'] ?? '') as HTMLDialogElement;
  root.append(dialog);
  const part = (id: string): HTMLElement => root.getElementById(id) ?? dialog;
  return { host, dialog, title: part('title'), content: part('text') };
}

/**
 * Shows the subscription policy, with a skeleton while it is fetched. Closing aborts the fetch. Returns a function that
 * closes the dialog.
 */
export function showPolicy(fetchPolicy: FetchPolicy): () => void {
  const { host, dialog, title, content } = build();
  const closing = new AbortController();
  const remove = (): void => {
    closing.abort();
    host.remove();
  };
  const show = (nodes: Node[], busy = false): void => {
    content.replaceChildren(...nodes);
    content.setAttribute('aria-busy', String(busy));
    // A focusable box can be scrolled with the keyboard.
    if (content.scrollHeight > content.clientHeight) content.tabIndex = 0;
  };
  const tell = (policy: SubscriptionPolicy | null): void => {
    if (closing.signal.aborted) return;
    title.textContent = policy?.title ?? POLICY_TITLE;
    show(policy ? plainNodes(policy.body) : failure());
  };
  title.textContent = POLICY_TITLE;
  if (cached) tell(cached);
  else {
    show(skeleton(), true);
    fetchPolicy(closing.signal).then(
      (policy) => {
        cached = policy;
        tell(policy);
      },
      () => {
        tell(null);
      },
    );
  }
  document.body.append(host);
  const close = openModal(dialog, { onClose: remove });
  return () => {
    close();
    remove();
  };
}
