// Finds amounts of money that are bare numbers in Rust source.

const NAMES =
  'amount|balance|compare_at|compare_at_price|discount|duty|gross|minor|net|on_top|price|subtotal|tax|total|unit_price';
const NUMBER = String.raw`(?:Option<|Vec<|&)?i64\b`;
const NAMED = String.raw`^\s*(?:pub(?:\([^)]+\))? )?`;
/** A field, or a parameter on a line of its own. */
const FIELD = new RegExp(String.raw`${NAMED}(?:\w+_)?(?:${NAMES}): ${NUMBER}`, 'u');
const RESULT = new RegExp(String.raw`${NAMED}(?:const )?fn (?:\w+_)?(?:${NAMES})\(.*-> ${NUMBER}`, 'u');
const TESTS = /^#\[cfg\(test\)\]$/mu;

/** The lines above a file's tests that name money and hold an `i64`. */
export function bareAmounts(text) {
  const [code] = text.split(TESTS);
  const lines = code.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }));
  return lines.filter(({ line }) => FIELD.test(line) || RESULT.test(line));
}
