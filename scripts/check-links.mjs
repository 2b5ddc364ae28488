// Fails if a link in a Markdown file names a file or heading that does not exist.
//   node scripts/check-links.mjs
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faultsOf, linksOf } from './markdown-links.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.md'];
const documents = execFileSync('git', words, { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const faults = faultsOf(documents, existsSync);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
const links = documents.reduce((sum, { text }) => sum + linksOf(text).length, 0);
console.log(`${links} links in ${documents.length} documents, each to a file or heading that exists`);
