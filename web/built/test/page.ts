import type { PageLock } from '../../embed/flows/page-lock.ts';

/** One thing that a page was told, or did. */
export interface PageEvent {
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const EVENTS = ['start', 'complete', 'error', 'unavailable'];

/** Writes down what an element of ours tells the page. */
export function watch(host: EventTarget): PageEvent[] {
  const told: PageEvent[] = [];
  for (const name of EVENTS)
    host.addEventListener(`accelerated-checkout:${name}`, (event) => {
      told.push({ name, detail: (event as CustomEvent<PageEvent['detail']>).detail });
    });
  return told;
}

/** What the one dialog of the page says; null where there is none. */
export function shownDialog(): { readonly title: string; readonly text: string } | null {
  const hosts = document.querySelectorAll('accelerated-checkout-dialog');
  if (hosts.length > 1) throw new Error(`${hosts.length} dialogs are shown`);
  const root = hosts[0]?.shadowRoot;
  const said = (id: string): string => root?.getElementById(id)?.textContent ?? '';
  return root ? { title: said('title'), text: said('text') } : null;
}

/** One purchase at a time, as the entry has it. */
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
