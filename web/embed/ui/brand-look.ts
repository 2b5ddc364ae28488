import { INSTRUMENTS, type WalletKey } from '../flows/instruments.ts';
import { BRANDS, type Brand, type Face } from './brands.ts';

/** The usual height of a mark's ink in em. */
const INK_HEIGHT = 1.2;

/** The average width of a letter, a little above what system fonts have, and the gap between two parts; in em. */
const LETTER = 0.6;
const GAP = 0.4;

const declarations = ({ ground, words, edge = ground, mark = words }: Face): string =>
  `background:${ground};border-color:${edge};color:${words};--mark:${mark}`;

/** The rules of faces by their selectors. One face often serves several: a brand's black is also its face for light backgrounds. */
function faceRules(faces: readonly (readonly [selector: string, face: Face])[]): string {
  const selectors = new Map<string, string[]>();
  for (const [selector, face] of faces) {
    const declared = declarations(face);
    selectors.set(declared, [...(selectors.get(declared) ?? []), selector]);
  }
  const rules = [...selectors].map(([declared, same]) => `${same.join()}{${declared}}`);
  const flat = faces.flatMap(([selector, { flat: one }]) => (one ? [`${selector} path`] : []));
  return [...rules, ...(flat.length > 0 ? [`${flat.join()}{fill:var(--mark)}`] : [])].join('');
}

/** The width of a mark in em. */
function markWidth({ mark, height = INK_HEIGHT }: Brand): number {
  const [, , width = 0, boxHeight = 1] = mark.box.split(' ').map(Number);
  return (width / boxHeight) * height;
}

/** How wide mark and name are in em, so that they can be made to fit a narrow button. */
function contentWidth(wallet: WalletKey): number {
  const brand = BRANDS[wallet];
  const { letters: length = INSTRUMENTS[wallet].walletName.length } = brand;
  const name = brand.named ? GAP + length * LETTER : 0;
  return Number((markWidth(brand) + name).toFixed(1));
}

/** The styles of one wallet's button. With forced colours its brand has no say. */
export function brandCss(wallet: WalletKey): string {
  const { light, dark, forms, callToAction, height = INK_HEIGHT, leastWidth } = BRANDS[wallet];
  const sizes = [
    // Of the host, so that any rule of the page wins. No least width exceeds a cell of the cart's grid.
    ...(leastWidth ? [`:host{min-inline-size:min(${String(leastWidth)}px,100%)}`] : []),
    `.button{--height:${String(height)};--width:${String(contentWidth(wallet))}}`,
  ];
  // Each selector weighs more than those before it, so their order does not matter.
  const faces = faceRules([
    ['.button', light],
    ['.button.dark', dark],
    ...(callToAction
      ? ([
          ['.button.calling', callToAction.light],
          ['.button.calling.dark', callToAction.dark],
        ] as const)
      : []),
    ...Object.entries(forms).map(
      ([form, face]) => [`.button.button.button[data-form=${form}]`, face] as const,
    ),
  ]);
  return `${sizes.join('')}@media (forced-colors:none){${faces}}`;
}

/** The file of a wallet's logo. */
export function logoSvg(wallet: WalletKey): string {
  const { box, shapes } = BRANDS[wallet].mark;
  const paths = shapes.map(({ path, fill = 'currentColor' }) => `<path fill="${fill}" d="${path}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${paths.join('')}</svg>\n`;
}
