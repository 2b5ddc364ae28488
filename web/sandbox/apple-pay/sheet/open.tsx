import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { sheetStyles } from '../../common/sheet-styles.ts';
import type { SheetModel } from './model.ts';
import { Sheet } from './Sheet.tsx';

/** Shows a sheet, in the calling task; the answer takes it away. */
export function showSheet(model: SheetModel): () => void {
  const host = document.createElement('apple-pay-sandbox-sheet');
  const shadow = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(sheetStyles);
  shadow.adoptedStyleSheets = [styles];
  document.body.append(host);
  const root = createRoot(shadow);
  flushSync(() => {
    root.render(<Sheet model={model} />);
  });
  return () => {
    flushSync(() => {
      root.unmount();
    });
    host.remove();
  };
}
