import type { PageLock } from '../../embed/flows/page-lock.ts';

/** An event that a page received, or an action of the page. */
export interface PageEvent {
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const EVENTS = ['start', 'complete', 'error', 'unavailable'];

/** Records the events of our elements. */
export function watch(host: EventTarget): PageEvent[] {
  const told: PageEvent[] = [];
  for (const name of EVENTS)
    host.addEventListener(`accelerated-checkout:${name}`, (event) => {
      told.push({ name, detail: (event as CustomEvent<PageEvent['detail']>).detail });
    });
  return told;
}

/** The text of the page's only dialog; null if there is none. */
export function shownDialog(): { readonly title: string; readonly text: string } | null {
  const hosts = document.querySelectorAll('accelerated-checkout-dialog');
  if (hosts.length > 1) throw new Error(`${hosts.length} dialogs are shown`);
  const root = hosts[0]?.shadowRoot;
  const said = (id: string): string => root?.getElementById(id)?.textContent ?? '';
  return root ? { title: said('title'), text: said('text') } : null;
}

/** Allows one purchase at a time, as the entry does. */
export function pageLock(): PageLock {
  let isHeld = false;
  return {
    tryAcquire: () => {
      if (isHeld) return null;
      isHeld = true;
      return () => {
        isHeld = false;
      };
    },
  };
}
