import { RETAILER_BUTTON_MIN_WIDTH_PX } from '../constants.ts';
import type { WalletKey } from '../flows/instruments.ts';
import { APPLE_PAY, GOOGLE_PAY, META, PAYPAL, SHORTCUT, SMILE, TICK, VENMO, type Mark } from './marks.ts';

/** One way in which a button is coloured. A colour may be any CSS value, so a shop can configure one by a property. */
export interface Face {
  readonly ground: string;
  readonly words: string;
  /** The border; by default none is seen. */
  readonly edge?: string;
  /** The colour of the mark's shapes without one of their own; by default that of the words. */
  readonly mark?: string;
  /** The whole mark has one colour. */
  readonly flat?: true;
}

/** A form that a page can choose by name. */
export type Form = 'black' | 'white' | 'white-outline';

/** The faces for light and for dark backgrounds. */
interface Grounds {
  readonly light: Face;
  readonly dark: Face;
}

export interface Brand extends Grounds {
  readonly mark: Mark;
  /** Not everybody knows this mark, so the name follows it. */
  readonly named?: true;
  /** The shop gives the wallet its name, of at most so many letters. */
  readonly letters?: number;
  /** The height of the mark's ink in em, if it is not the usual one. */
  readonly height?: number;
  /** The least width of the button in pixels, where there is room. */
  readonly leastWidth?: number;
  readonly forms: Readonly<Record<Form, Face>>;
  /** The faces with the call to action, if words cannot be read in the brand's own. */
  readonly callToAction?: Grounds;
}

const GREY = '#747775';
const INK = '#2c2e2f';

/** A brand whose button is black on light backgrounds and white on dark ones. */
const blackAndWhite = (mark: Mark, words: string, edge: string, whiteEdge?: string): Brand => {
  const black: Face = { ground: '#000', words: '#fff', ...(whiteEdge && { edge: whiteEdge }) };
  const white: Face = { ground: '#fff', words };
  return {
    mark,
    light: black,
    dark: white,
    forms: { black, white, 'white-outline': { ...white, edge } },
  };
};

const VENMO_BLUE: Face = { ground: '#008cff', words: '#fff' };
const VENMO_BLACK: Face = { ground: '#000', words: '#fff' };
const VENMO_WHITE: Face = { ground: '#fff', words: '#000', mark: '#0074de' };
const VENMO_EDGE = '#555';

const GOLD: Face = { ground: '#ffc439', words: '#001c64' };
const AMAZON_GOLD: Face = { ground: '#ffd814', words: '#0f1111' };
const LIGHT_GREY: Face = { ground: '#e7e9ec', words: '#0f1111' };
const PRIME_BLUE: Face = { ground: '#1a98ff', words: '#00050d' };
const META_BLUE: Face = { ground: '#0064e0', words: '#fff' };
const META_WHITE: Face = { ground: '#fff', words: '#1c2b33', mark: '#0064e0' };
/** A shop dresses its own wallet by two custom properties. */
const shopColour = (name: 'background' | 'color', fallback: string): string =>
  `var(--accelerated-checkout-shop-wallet-${name},${fallback})`;
const SHOP_PURPLE: Face = {
  ground: shopColour('background', '#5b2ed9'),
  words: shopColour('color', '#fff'),
};
const SHOP_WHITE: Face = { ground: '#fff', words: '#4a26b8' };
const PAYPAL_WHITE: Face = { ground: '#fff', words: '#001c64' };

/** The button of each wallet, as its brand publishes it; docs/wallet-colours.md says where each colour comes from. */
export const BRANDS: Readonly<Record<WalletKey, Brand>> = {
  apple_pay: blackAndWhite(APPLE_PAY, '#000', '#000'),
  google_pay: blackAndWhite(GOOGLE_PAY, '#1f1f1f', GREY, GREY),
  paypal: {
    mark: PAYPAL,
    named: true,
    light: GOLD,
    dark: GOLD,
    forms: {
      black: { ground: INK, words: '#fff', flat: true },
      white: PAYPAL_WHITE,
      'white-outline': { ...PAYPAL_WHITE, edge: INK },
    },
  },
  venmo: {
    mark: VENMO,
    // Letters without stems: as high as the others' marks they would look much larger.
    height: 0.85,
    light: VENMO_BLUE,
    dark: VENMO_BLUE,
    callToAction: { light: VENMO_BLACK, dark: VENMO_WHITE },
    forms: {
      black: VENMO_BLACK,
      white: VENMO_WHITE,
      'white-outline': { ...VENMO_WHITE, edge: VENMO_EDGE },
    },
  },
  amazon_pay: {
    mark: SMILE,
    named: true,
    leastWidth: RETAILER_BUTTON_MIN_WIDTH_PX,
    height: 0.6,
    light: AMAZON_GOLD,
    dark: AMAZON_GOLD,
    forms: {
      black: { ground: '#37424d', words: '#fff' },
      white: LIGHT_GREY,
      'white-outline': { ...LIGHT_GREY, edge: '#565d64' },
    },
  },
  buy_with_prime: {
    mark: TICK,
    named: true,
    light: PRIME_BLUE,
    dark: PRIME_BLUE,
    forms: {
      black: { ground: '#00050d', words: '#fff', mark: '#1a98ff' },
      white: { ground: '#fff', words: '#00050d', mark: '#0578d8' },
      'white-outline': { ground: '#fff', words: '#00050d', mark: '#0578d8', edge: '#00050d' },
    },
  },
  shop_pay: {
    mark: SHORTCUT,
    named: true,
    letters: 12,
    light: SHOP_PURPLE,
    dark: SHOP_PURPLE,
    forms: {
      black: { ground: '#000', words: '#fff' },
      white: SHOP_WHITE,
      'white-outline': { ...SHOP_WHITE, edge: '#4a26b8' },
    },
  },
  facebook_pay: {
    mark: META,
    named: true,
    light: META_BLUE,
    dark: META_WHITE,
    forms: {
      black: { ground: '#000', words: '#fff' },
      white: META_WHITE,
      'white-outline': { ...META_WHITE, edge: '#1c2b33' },
    },
  },
};
