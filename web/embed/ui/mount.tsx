import { useLayoutEffect, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import type { ViewState } from '../flows/view-state.ts';
import { ProductView } from './ProductView.tsx';

/** A view that React has taken over. */
export interface MountedView {
  /** Draws at once: a button must be disabled before the next click can reach it. */
  readonly update: (state: ViewState) => void;
  /** Leaves the container empty. */
  readonly unmount: () => void;
}

/** The view, and word of its first commit. */
function Hydrating({ state, done }: { readonly state: ViewState; readonly done: () => void }): ReactElement {
  useLayoutEffect(done, [done]);
  return <ProductView {...state} />;
}

/**
 * Takes over the view that stands in a container and was drawn for this state, keeping its nodes. Answers when React has
 * hydrated it: an update before that would make React draw everything anew, and the focus would be lost.
 */
export function mountView(container: Element, state: ViewState): Promise<MountedView> {
  return new Promise((resolve) => {
    const done = (): void => {
      resolve({
        update: (next) => {
          flushSync(() => {
            root.render(<Hydrating state={next} done={done} />);
          });
        },
        unmount: () => {
          root.unmount();
        },
      });
    };
    const root = hydrateRoot(container, <Hydrating state={state} done={done} />, {
      // A browser extension or a theme changed what is there; React has drawn it anew, and clicks are the element's.
      onRecoverableError: (error) => {
        console.debug('accelerated-checkout:', error);
      },
    });
  });
}
