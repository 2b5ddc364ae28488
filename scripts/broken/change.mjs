// Breaks a rule by changing one place in one file.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Change
 * @property {string} file Path from the root of the repository.
 * @property {string} find A text that occurs exactly once in the file.
 * @property {string} replace The replacement.
 */

/** Why the change cannot be made; undefined if it can. */
export function faultOf(text, { file, find, replace }) {
  const times = text.split(find).length - 1;
  if (times !== 1) return `${file} has ${times} times instead of once: ${JSON.stringify(find)}`;
  return find === replace ? `${file} would not be changed by ${JSON.stringify(find)}` : undefined;
}

/** The same for a change of a file below a folder. */
export function faultIn(root, change) {
  const path = join(root, change.file);
  return existsSync(path) ? faultOf(readFileSync(path, 'utf8'), change) : `${change.file} is missing`;
}

/** The text with the change made. Throws if the change cannot be made. */
export function changed(text, change) {
  const fault = faultOf(text, change);
  if (fault) throw new Error(fault);
  // A function, because a dollar sign in `replace` would have a special meaning.
  return text.replace(change.find, () => change.replace);
}
