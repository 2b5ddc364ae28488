import { describe, expect, it } from 'vitest';
import type { WalletKey } from '../flows/instruments.ts';
import { brandCss, logoSvg } from './brand-look.ts';
import { BRANDS, type Face } from './brands.ts';

/** A colour in hexadecimal, or the default of a custom property, as red, green and blue. */
function channels(written: string): number[] {
  const colour = /^var\(--[\w-]+,(.+)\)$/.exec(written)?.[1] ?? written;
  const short = /^#(.)(.)(.)$/
    .exec(colour)
    ?.slice(1)
    .map((digit) => digit + digit);
  const digits = short ?? /^#(..)(..)(..)$/.exec(colour)?.slice(1) ?? [];
  const found = digits.map((pair) => Number.parseInt(pair, 16));
  if (found.length !== 3) throw new Error(`${colour} is no colour`);
  return found;
}

/** The relative luminance of WCAG. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const wallets = Object.keys(BRANDS) as WalletKey[];

const faces = wallets.flatMap((wallet) => {
  const { light, dark, forms, callToAction } = BRANDS[wallet];
  const named: [string, Face][] = [
    ['light', callToAction?.light ?? light],
    ['dark', callToAction?.dark ?? dark],
    ...Object.entries(forms),
  ];
  return named.map(([name, face]): [string, string, Face] => [wallet, name, face]);
});

describe('the faces of wallets', () => {
  it.each(faces)(
    '[2.14] [2.15] on the %s button, words and mark of %s can be read',
    (_wallet, _name, face) => {
      expect(contrast(face.ground, face.words)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(face.ground, face.mark ?? face.words)).toBeGreaterThanOrEqual(3);
    },
  );

  it.each(wallets)('[2.14] the outline of %s is seen on its own ground', (wallet) => {
    const { ground, edge = ground } = BRANDS[wallet].forms['white-outline'];
    expect(contrast(ground, edge)).toBeGreaterThanOrEqual(3);
  });

  it.each(wallets)(
    '[2.16] %s has a face for light and for dark grounds, and every form by name',
    (wallet) => {
      const css = brandCss(wallet);
      for (const name of ['.button{', '.dark', 'form=black]', 'form=white]', 'form=white-outline]'])
        expect(css).toContain(name);
    },
  );

  it.each(wallets)('[2.14] with forced colours %s has no colour of its own', (wallet) => {
    const [before = '', ...within] = brandCss(wallet).split('@media (forced-colors:none){');
    expect(within).toHaveLength(1);
    expect(before).not.toMatch(/#|color|background/);
  });
});

describe('the logos', () => {
  it.each(wallets)('[7.14] that of %s consists of paths whose colours are plain', (wallet) => {
    const svg = new DOMParser().parseFromString(logoSvg(wallet), 'image/svg+xml').documentElement;
    expect(svg.getAttribute('viewBox')).toBe(BRANDS[wallet].mark.box);
    expect(svg.children.length).toBeGreaterThan(0);
    for (const path of svg.children) {
      expect(path.localName).toBe('path');
      expect(path.getAttributeNames().toSorted()).toEqual(['d', 'fill']);
      const fill = path.getAttribute('fill') ?? '';
      expect(fill).toMatch(/^(currentColor|#[0-9a-f]{6})$/);
    }
  });

  it('[2.14] Google’s G has its four colours', () => {
    const fills = new Set(BRANDS.google_pay.mark.shapes.map(({ fill }) => fill));
    expect([...fills].filter(Boolean)).toHaveLength(4);
  });
});
