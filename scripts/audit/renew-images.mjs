// Pins the images of the deployment files to what their tags mean in the registry now. Needs Docker with buildx, and a network.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { DEPLOYED, isDigest, withDigests } from './pinned-images.mjs';

const SECONDS = 60;

/** The digest of a multi-platform image in its registry. */
function digestOf(name) {
  const { status, stdout, stderr, error } = spawnSync(
    'docker',
    ['buildx', 'imagetools', 'inspect', '--format', '{{.Manifest.Digest}}', name],
    { encoding: 'utf8', timeout: SECONDS * 1000 },
  );
  const digest = stdout?.trim() ?? '';
  if (status === 0 && isDigest(digest)) return digest;
  throw new Error(
    `the registry's digest of ${name} is unknown: ${error?.message ?? (stderr.trim() || `docker printed "${digest}"`)}`,
  );
}

try {
  // All digests first: a registry that fails in between leaves every file as it was.
  const renewed = DEPLOYED.map((file) => {
    const before = readFileSync(file, 'utf8');
    return { file, before, after: withDigests(before, digestOf) };
  });
  for (const { file, before, after } of renewed) {
    if (after !== before) writeFileSync(file, after);
    console.log(after === before ? `${file}: unchanged` : `${file}: digests renewed`);
  }
} catch (error) {
  console.error(`error: ${error.message}`);
  console.error('No file was changed. The script needs Docker with buildx, and a network.');
  process.exitCode = 1;
}
