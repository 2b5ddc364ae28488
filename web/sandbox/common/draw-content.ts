import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Draw } from './present-sheet.ts';

/** Renders an element with React in the calling task. */
export const drawContent =
  (content: ReactElement): Draw =>
  (place) => {
    const root = createRoot(place);
    flushSync(() => {
      root.render(content);
    });
    return () => {
      flushSync(() => {
        root.unmount();
      });
    };
  };
