import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './program.js';

/** The demo's URL in the README. */
const DEMO = 'http://localhost:8080';

const text = readFileSync(join(root, 'README.md'), 'utf8');

const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The lines of its shell blocks, and the commands within its sentences. */
export const commands: readonly string[] = [
  ...all(/^```sh\n([\s\S]*?)^```/gm).flatMap((block) => block.trim().split('\n')),
  ...all(/`((?:make|zkratka) [^`]+)`/g),
].map((line) => line.replace(/\s+#.*$/, ''));

/** The URLs that the README links to. */
const links = all(/\]\(([^)\s]+)\)/g);

/** Links to files, relative to the repository. */
export const fileLinks: readonly string[] = links.filter((link) => !/^\w+:/.test(link));
export const hostLinks: readonly string[] = links.filter(
  (link) => /^\w+:/.test(link) && !link.startsWith(DEMO),
);

/** A button that the README names, and its page in the demo. */
export interface NamedButton {
  readonly path: string;
  readonly button: string;
}

/** The cells of each line of its tables. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').slice(1, -1));

/** The buttons in the README's table. */
export const buttons: readonly NamedButton[] = rows.flatMap(([goods = '', pressed = '']) => {
  const path = goods.split(`(${DEMO}`)[1]?.split(')')[0];
  const button = /\*\*(.+)\*\*/.exec(pressed)?.[1];
  return path === undefined || button === undefined ? [] : [{ path, button }];
});

/** Bold texts after the first sentence: names of buttons. */
export const bold: readonly string[] = all(/^(?!\*\*).*\*\*(.+?)\*\*/gm);

/** The numbers of the README's test cards. */
export const cardNumbers: readonly string[] = rows.flatMap(([first = '']) =>
  /^\d{4}( \d{4}){3}$/.test(first.trim()) ? [first.trim()] : [],
);

/** The anchors of a document's headings. */
export function anchorsOf(file: string): string[] {
  const headings = readFileSync(join(root, file), 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
