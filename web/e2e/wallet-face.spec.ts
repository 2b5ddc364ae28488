import type { BrowserContext, Frame, Page } from '@playwright/test';
import { cards, chooseBrought, fillCard, fillContactAndAddress, openProduct, PARSED, placeOrder } from './support/buyer.js';
import { goods } from './support/goods.js';
import type { Shop } from './support/shop.js';
import { expect, test } from './support/test.js';
import { saveCard, WITH_WALLET } from './support/wallet-account.js';

test.use({ shopOptions: WITH_WALLET });

const AUTHORIZE = '/services/login_with_shop/authorize';

const button = (page: Page) => page.locator('pay-wallet-button').getByRole('button', { name: 'Sojka' });

/** Waits until the button has shown its face, or has given it up. */
const shown = (page: Page) => expect(button(page)).toHaveAttribute('data-face', 'animation-complete');
const plain = (page: Page) => expect(page.locator('wallet-face iframe')).toHaveCount(0);

/** The frame of the face. */
function faceOf(page: Page): Frame {
  const frame = page.frames().find((one) => one.url().includes(AUTHORIZE));
  if (frame === undefined) throw new Error('no face');
  return frame;
}
