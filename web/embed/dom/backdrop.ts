/** A colour: red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const WHITE: Colour = [255, 255, 255, 1];
/** The browsers' background of a page with a dark colour scheme. */
const DARK_CANVAS: Colour = [18, 18, 18, 1];

/** Paints a colour in any notation (`oklch(…)`, `color(…)`) to read its components; null if the browser cannot. */
function painted(css: string): Colour | null {
  const context = 'OffscreenCanvas' in globalThis ? new OffscreenCanvas(1, 1).getContext('2d') : null;
  if (!context) return null;
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

/** A computed colour as numbers; null if it cannot be determined. */
export function parseColour(css: string): Colour | null {
  const numbers = /^rgba?\(([^)]+)\)$/
    .exec(css)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  if (!numbers) return css === '' || css === 'transparent' ? null : painted(css);
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
  return [red, green, blue, alpha];
}

/** One colour seen through another. */
const over = (top: Colour, below: Colour): Colour => {
  const alpha = top[3] + below[3] * (1 - top[3]);
  const mix = (at: 0 | 1 | 2): number =>
    alpha === 0 ? 0 : (top[at] * top[3] + below[at] * below[3] * (1 - top[3])) / alpha;
  return [mix(0), mix(1), mix(2), alpha];
};

/** The element that contains it when drawn: its slot, its parent, or the host of its shadow root. */
const drawnIn = (element: Element): Element | null => {
  const parent = element.assignedSlot ?? element.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
};

/** The colour that the browser paints behind a page without a background. */
function canvas(): Colour {
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  if (!/\bdark\b/.test(scheme)) return WHITE;
  const light = /\blight\b/.test(scheme) && !matchMedia('(prefers-color-scheme: dark)').matches;
  return light ? WHITE : DARK_CANVAS;
}

/**
 * The luminance, 0 to 255, of the actual background of an element: the backgrounds of all its ancestors, composited.
 * Background images are ignored.
 */
export function luminanceBehind(element: Element): number {
  let seen: Colour = [0, 0, 0, 0];
  for (let at = drawnIn(element); at && seen[3] < 1; at = drawnIn(at)) {
    const colour = parseColour(getComputedStyle(at).backgroundColor);
    if (colour) seen = over(seen, colour);
  }
  const [red, green, blue] = over(seen, canvas());
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
