/** @typedef {Record<string, number>} Figures by name; the name states the unit */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [below = Number.NaN, above = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 0 ? (below + above) / 2 : above;
}

/** The median of each figure over several rounds. @param {readonly Figures[]} rounds @returns {Figures} */
export function medians(rounds) {
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map((round) => round[name] ?? Number.NaN))]),
  );
}

/** @param {number} value */
export function written(value) {
  if (!Number.isFinite(value)) return '';
  if (value !== 0 && Math.abs(value) < 10) return value.toFixed(3).replace(/\.?0+$/, '');
  return Math.abs(value) < 100 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);
}

/** The ratio of a figure to the one before; empty if that one is zero. @param {number} before @param {number} now */
const ratio = (before, now) => (before === 0 ? '' : written(now / before));

/**
 * Figures as a Markdown table: one column per set, and the ratio of the last to the first.
 * @param {string} title
 * @param {Readonly<Record<string, Figures>>} columns
 */
export function table(title, columns) {
  const all = Object.values(columns);
  const isCompared = all.length === 2;
  const head = [title, ...Object.keys(columns), ...(isCompared ? ['ratio'] : [])];
  const [first = {}, last = {}] = [all[0], all.at(-1)];
  const rows = Object.keys(first).map((name) => [
    name,
    ...all.map((figures) => written(figures[name] ?? Number.NaN)),
    ...(isCompared ? [ratio(first[name] ?? Number.NaN, last[name] ?? Number.NaN)] : []),
  ]);
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
