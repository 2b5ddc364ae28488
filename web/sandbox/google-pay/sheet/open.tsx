import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { PaymentData } from '../types.ts';
import { createSession, type SessionParts } from './session.ts';
import { Sheet } from './Sheet.tsx';
import { sheetStyles } from '../../common/sheet-styles.ts';

/** Shows a sheet, in the calling task, until the buyer has agreed or gone. Rejects with `PaymentsError`. */
export async function openSheet(parts: SessionParts): Promise<PaymentData> {
  const host = document.createElement('google-pay-sandbox-sheet');
  const shadow = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(sheetStyles);
  shadow.adoptedStyleSheets = [styles];
  document.body.append(host);
  const root = createRoot(shadow);
  const session = createSession(parts);
  flushSync(() => {
    root.render(<Sheet session={session} />);
  });
  session.start();
  try {
    return await session.finished;
  } finally {
    flushSync(() => {
      root.unmount();
    });
    host.remove();
  }
}
