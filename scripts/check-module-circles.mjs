// Fails if the top-level modules of a crate form a circle: modules that need each other cannot be read, tested or moved alone.
// The message lists a file and the imported names for every edge. The edge with the fewest names is usually the best to cut.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { circles, edgesOf } from './rust-modules.mjs';

const crates = readdirSync('crates').map((name) => join('crates', name));
const faults = [...crates, 'bench'].filter((crate) => existsSync(join(crate, 'src'))).flatMap(faultsOf);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log('module circles: none');

function faultsOf(crate) {
  const edges = edgesOf(join(crate, 'src'));
  return circles(edges).map((members) => told(crate, members, edges));
}

function told(crate, members, edges) {
  const inside = edges.filter(({ from, to }) => members.includes(from) && members.includes(to));
  const fewestFirst = inside.toSorted((one, other) => one.places.length - other.places.length);
  const lines = fewestFirst.map(
    ({ from, to, places }) =>
      `  ${from} -> ${to}: ${places.length} times, ${places[0].file} (${places[0].names})`,
  );
  return [`${crate}: these modules need each other: ${members.join(', ')}`, ...lines].join('\n');
}
