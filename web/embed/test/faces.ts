import { views as applePay } from 'virtual:views/apple_pay';
import { views as googlePay } from 'virtual:views/google_pay';
import { views as paypal } from 'virtual:views/paypal';
import { views as venmo } from 'virtual:views/venmo';
import type { Faces } from '../dom/faces.ts';

/** The faces of all wallets, which a page has with their adapters. */
export const ALL_FACES: Faces = { ...applePay, ...googlePay, ...paypal, ...venmo };
