/** The contents of the emulated sheets: a module of its own, which the wallets' scripts load when the browser is idle. */
import { Sheet as ApplePaySheet } from './apple-pay/sheet/Sheet.tsx';
import type { SheetModel } from './apple-pay/sheet/model.ts';
import { drawContent } from './common/draw-content.ts';
import type { Draw } from './common/present-sheet.ts';
import type { Session } from './google-pay/sheet/session.ts';
import { Sheet as GooglePaySheet } from './google-pay/sheet/Sheet.tsx';

export const applePay = (model: SheetModel): Draw => drawContent(<ApplePaySheet model={model} />);

export const googlePay = (session: Session): Draw => drawContent(<GooglePaySheet session={session} />);
