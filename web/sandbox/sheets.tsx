/** The contents of the emulated sheets. The wallets' scripts load this module when the browser is idle. */
import { Sheet as ApplePaySheet } from './apple-pay/sheet/Sheet.tsx';
import type { ApplePaySheetModel } from './apple-pay/sheet/model.ts';
import { drawContent } from './common/draw-content.ts';
import type { Draw } from './common/present-sheet.ts';
import type { GooglePaySheetModel } from './google-pay/sheet/model.ts';
import { Sheet as GooglePaySheet } from './google-pay/sheet/Sheet.tsx';
import type { MetaPaySheetModel } from './meta-pay/sheet/model.ts';
import { Sheet as MetaPaySheet } from './meta-pay/sheet/Sheet.tsx';

export const applePay = (model: ApplePaySheetModel): Draw => drawContent(<ApplePaySheet model={model} />);

export const googlePay = (model: GooglePaySheetModel): Draw => drawContent(<GooglePaySheet model={model} />);

export const metaPay = (model: MetaPaySheetModel): Draw => drawContent(<MetaPaySheet model={model} />);
