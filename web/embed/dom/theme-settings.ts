import { BUTTON_HEIGHT_MAX_PX, BUTTON_HEIGHT_MIN_PX } from '../constants.ts';

/** A theme's value: our custom property, else the one existing themes set, else the default. */
export const setting = (name: string, fallback: string): string =>
  `var(--accelerated-checkout-${name},var(--shopify-accelerated-checkout-${name},${fallback}))`;

/** The theme's height within its bounds, or this one. */
export const clamped = (height: string): string =>
  `clamp(${BUTTON_HEIGHT_MIN_PX}px,${setting('button-block-size', height)},${BUTTON_HEIGHT_MAX_PX}px)`;

/** The same with a default in pixels. */
export const clampedHeight = (px: number): string => clamped(`${px}px`);
