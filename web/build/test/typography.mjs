/** A Czech word of one letter, and a space after it at which a line may end. */
const LOOSE = /(?<![\p{L}\p{N}])[ksvzouai][ \t\n]+[\p{L}\p{N}„]+/giu;

/** Attributes that people read or hear. */
const SPOKEN = /\s(?:alt|aria-label|placeholder|title|content)="([^"]*)"/gu;

/**
 * The places where a line may end after a word of one letter.
 * @param {string} text
 * @returns {string[]}
 */
export const looseWords = (text) => text.match(LOOSE) ?? [];

/**
 * What a page made of the template shows or says. Values are not part of it.
 * @param {string} source
 * @returns {string[]}
 */
export function textsOfTemplate(source) {
  const fixed = source
    .replaceAll(/\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}/gsu, '\u0001')
    .replaceAll(/<(script|style)\b.*?<\/\1>|<!--.*?-->/gsu, '')
    .replaceAll('&nbsp;', '\u00a0');
  const spoken = [...fixed.matchAll(SPOKEN)].map(([, text = '']) => text);
  return [...spoken, ...fixed.split(/<[^>]*>/gu)];
}

/**
 * The texts of a script: its strings, without the values put into them.
 * @param {string} source
 * @returns {string[]}
 */
export function textsOfScript(source) {
  const tokens =
    source.match(/\/\*.*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/gsu) ?? [];
  return tokens
    .filter((token) => !token.startsWith('/'))
    .map((token) => token.replaceAll(/\$\{.*?\}/gsu, '\u0001').replaceAll('\\u00a0', '\u00a0'));
}
