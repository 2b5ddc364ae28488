// Refuses amounts of money that are bare numbers in our crates: they are `MinorUnits`, or `Money` with a currency.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bareAmounts } from './bare-amounts.mjs';

/** The conversion itself, and the emulated PayPal, which counts hundredths whatever the currency. */
const EXCEPTIONS = ['crates/commerce/src/money/', 'crates/sandbox/src/paypal/'];

const isTest = (file) => /\/(?:tests|properties)(?:\/|\.rs$)/u.test(file);
const listed = execFileSync('git', ['ls-files', 'crates/*/src/*.rs'], { encoding: 'utf8' });
const files = listed
  .split('\n')
  .filter((file) => file !== '' && !isTest(file) && !EXCEPTIONS.some((folder) => file.startsWith(folder)));
const faults = files.flatMap((file) =>
  bareAmounts(readFileSync(file, 'utf8')).map(({ line, number }) => `${file}:${number}: ${line}`),
);
if (faults.length > 0) {
  console.error(`Amounts of money that are bare numbers: write MinorUnits or Money.\n${faults.join('\n')}`);
  process.exit(1);
}
