import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { sheetStyles } from './sheet-styles.ts';

/** Shows a sheet in an element of its own, in the calling task; what it answers takes it away. */
export function mountSheet(tag: string, sheet: ReactElement): () => void {
  const host = document.createElement(tag);
  const shadow = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(sheetStyles);
  shadow.adoptedStyleSheets = [styles];
  document.body.append(host);
  const root = createRoot(shadow);
  flushSync(() => {
    root.render(sheet);
  });
  return () => {
    flushSync(() => {
      root.unmount();
    });
    host.remove();
  };
}
