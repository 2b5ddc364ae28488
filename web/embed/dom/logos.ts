import { LOGO_DEADLINE_MS } from '../constants.ts';
import type { Tree } from './tree.ts';

/** The shapes of a logo, to be built inside an SVG element. */
export type Logo = readonly Tree[];

/** A shape with the two attributes that are known. Everything else is left behind in the loaded document. */
const shape = (path: Element): Tree => {
  const read = (name: string): string => path.getAttribute(name) ?? '';
  // Plain colours only: a paint could point elsewhere.
  const [fill = 'currentColor'] = /^#\w+$/.exec(read('fill')) ?? [];
  return ['path', { d: read('d'), fill }];
};

/**
 * Loads a logo from the assets folder; rejects if there is none. Uses XMLHttpRequest, which alone parses an SVG document
 * without passing a text to a Trusted Types sink.
 */
export async function loadLogo(url: string): Promise<Logo> {
  const request = new XMLHttpRequest();
  request.open('GET', new URL(url, import.meta.url));
  request.setRequestHeader('Accept', 'image/svg+xml');
  request.responseType = 'document';
  request.timeout = LOGO_DEADLINE_MS;
  await new Promise((settled) => {
    request.onloadend = settled;
    request.send();
  });
  const paths = [...(request.responseXML?.querySelectorAll('svg:root>path') ?? [])];
  if (paths.length === 0) throw new Error('No logo');
  return paths.map(shape);
}
