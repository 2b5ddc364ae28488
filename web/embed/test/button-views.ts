import { looks as applePayLook } from 'virtual:looks/apple_pay';
import { looks as googlePayLook } from 'virtual:looks/google_pay';
import { looks as paypalLook } from 'virtual:looks/paypal';
import { looks as venmoLook } from 'virtual:looks/venmo';
import { views as applePay } from 'virtual:views/apple_pay';
import { views as googlePay } from 'virtual:views/google_pay';
import { views as paypal } from 'virtual:views/paypal';
import { views as venmo } from 'virtual:views/venmo';
import type { BrandLooks, ButtonViews } from '../dom/button-views.ts';

/** The buttons of all wallets; a page has them with their adapters. */
export const ALL_BUTTON_VIEWS: ButtonViews = { ...applePay, ...googlePay, ...paypal, ...venmo };

/** Their looks. */
export const ALL_LOOKS: BrandLooks = { ...applePayLook, ...googlePayLook, ...paypalLook, ...venmoLook };
