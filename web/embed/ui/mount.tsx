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

/** Takes over the view that stands in a container and was drawn for this state, keeping its nodes. */
export function mountView(container: Element, state: ViewState): MountedView {
  const root = hydrateRoot(container, <ProductView {...state} />, {
    // A browser extension or a theme changed what is there; React has drawn it anew, and clicks are the element's.
    onRecoverableError: (error) => {
      console.debug('accelerated-checkout:', error);
    },
  });
  return {
    update: (next) => {
      flushSync(() => {
        root.render(<ProductView {...next} />);
      });
    },
    unmount: () => {
      root.unmount();
    },
  };
}
