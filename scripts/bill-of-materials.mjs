// Makes a CycloneDX bill of materials from what Cargo and npm say. Pure: the callers read the files.
import { createHash } from 'node:crypto';

/** What a component is: part of what is shipped, or only of what builds it. */
const SHIPPED = 'required';
const BUILDS = 'excluded';

/** `cargo tree --prefix depth --format ' {p} {l}'`: depth, name, version, licence. */
const TREE_LINE = /^(\d+) (\S+) v(\S+)(?: \((?:proc-macro|[^)]*)\))*(?: (.*?))?(?: \(\*\))?$/;

/** Parses the output of `cargo tree`: the crates, and which of them use which. */
export function cratesOf(tree) {
  const crates = new Map();
  const above = [];
  for (const line of tree.split('\n').filter((text) => text !== '')) {
    const match = TREE_LINE.exec(line);
    if (match === null) throw new Error(`cargo tree printed an unknown line: ${line}`);
    const [, depth, name, version, license = ''] = match;
    const ref = `pkg:cargo/${name}@${version}`;
    const known = crates.get(ref) ?? { name, version, license, uses: new Set() };
    crates.set(ref, known);
    above.length = Number(depth);
    crates.get(above.at(-1))?.uses.add(ref);
    above.push(ref);
  }
  return crates;
}

/** The checksums in Cargo.lock, by package URL. */
export function checksumsOf(lock) {
  const checksums = new Map();
  for (const block of lock.split('[[package]]')) {
    const value = (key) => new RegExp(`^${key} = "(.*)"$`, 'm').exec(block)?.[1];
    const checksum = value('checksum');
    if (checksum) checksums.set(`pkg:cargo/${value('name')}@${value('version')}`, checksum);
  }
  return checksums;
}

const licenses = (license) =>
  license === '' ? {} : { licenses: [{ expression: license.replaceAll('/', ' OR ') }] };

/** @param shipped crates in the program @param all those and the ones that only build it */
export function rustComponents(shipped, all, checksums) {
  return [...all].map(([ref, { name, version, license }]) => ({
    type: 'library',
    'bom-ref': ref,
    name,
    version,
    scope: shipped.has(ref) ? SHIPPED : BUILDS,
    ...licenses(license),
    purl: ref,
    ...(checksums.has(ref) && { hashes: [{ alg: 'SHA-256', content: checksums.get(ref) }] }),
  }));
}

/** The packages in package-lock.json. Those marked `dev` build or test the scripts. */
export function npmComponents(lock) {
  const components = new Map();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = entry.name ?? path.split('node_modules/').at(-1);
    if (!path.includes('node_modules/') || entry.link || entry.version === undefined) continue;
    const ref = `pkg:npm/${name.replace('@', '%40')}@${entry.version}`;
    const scope = entry.dev || entry.optional ? BUILDS : SHIPPED;
    if (components.get(ref)?.scope === SHIPPED) continue;
    const hash = /^sha512-(.+)$/.exec(entry.integrity ?? '')?.[1];
    components.set(ref, {
      type: 'library',
      'bom-ref': ref,
      name,
      version: entry.version,
      scope,
      ...licenses(typeof entry.license === 'string' ? entry.license : ''),
      purl: ref,
      ...(hash && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
    });
  }
  return [...components.values()];
}

/** The same input gives the same bytes: the serial number is a digest of the components, and there is no time. */
export function billOfMaterials({ version, crates, components }) {
  const root = `pkg:cargo/zkratka-server@${version}`;
  const sorted = components
    .filter((component) => component['bom-ref'] !== root)
    .sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
  const uuid = [digest.slice(0, 8), digest.slice(8, 12), `5${digest.slice(13, 16)}`];
  const shippedByNpm = sorted.filter(({ purl, scope }) => purl.startsWith('pkg:npm/') && scope === SHIPPED);
  const dependencies = [...crates].map(([ref, { uses }]) => ({
    ref,
    dependsOn: [...uses, ...(ref === root ? shippedByNpm.map(({ purl }) => purl) : [])].sort(),
  }));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid.join('-')}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: 'zkratka',
        version,
        licenses: [{ expression: 'Apache-2.0' }],
        purl: root,
      },
    },
    components: sorted,
    dependencies,
  };
}
