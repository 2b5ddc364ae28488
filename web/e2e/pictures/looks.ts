import type { Page } from '@playwright/test';

/** How a page is looked at: its width, and the reader's colours. */
export interface Look {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly media: NonNullable<Parameters<Page['emulateMedia']>[0]>;
}

const sizes = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
] as const;

const colours = [
  ['light', { colorScheme: 'light', forcedColors: 'none' }],
  ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
  ['forced-light', { colorScheme: 'light', forcedColors: 'active' }],
  ['forced-dark', { colorScheme: 'dark', forcedColors: 'active' }],
] as const;

/**
 * Every colour scheme in every width. Chromium keeps the canvas of forced colours when they end, so
 * these come last.
 */
export const looks: readonly Look[] = colours.flatMap(([name, media]) =>
  sizes.map((size) => ({ name: `${String(size.width)}-${name}`, size, media })),
);
