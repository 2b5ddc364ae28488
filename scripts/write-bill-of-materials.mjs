// Writes the CycloneDX bill of materials of the release: node scripts/write-bill-of-materials.mjs target/release/zkratka.cdx.json
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  billOfMaterials,
  checksumsOf,
  cratesOf,
  npmComponents,
  rustComponents,
} from './bill-of-materials.mjs';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Say where to write it: node scripts/write-bill-of-materials.mjs FILE');
  process.exit(2);
}

/** The crates of the program without the sandbox. */
const crates = (edges) => {
  const words = ['tree', '--locked', '--package', 'zkratka-server', '--no-default-features'];
  const format = ['--prefix', 'depth', '--format', ' {p} {l}', '--edges', edges];
  return cratesOf(
    execFileSync('cargo', [...words, ...format], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  );
};

const all = crates('normal,build');
const checksums = checksumsOf(readFileSync('Cargo.lock', 'utf8'));
const components = [
  ...rustComponents(crates('normal,no-proc-macro'), all, checksums),
  ...npmComponents(JSON.parse(readFileSync('package-lock.json', 'utf8'))),
];
const version = [...all.values()].find(({ name }) => name === 'zkratka-server')?.version;
if (version === undefined) throw new Error('cargo tree does not name zkratka-server');
writeFileSync(file, `${JSON.stringify(billOfMaterials({ version, crates: all, components }), null, 2)}\n`);
console.log(`${file}: ${components.length} components`);
