import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST } from './manifest.ts';

/** The sources of the embed's chunks. */
const FOLDERS = ['base', 'embed', 'build'];
const SOURCE = /\.(ts|tsx|css|mjs)$/;
/** Tests and test data are not built. */
const NOT_BUILT = /\.test\.tsx?$|(^|\/)(test|node_modules)\//;

const web = join(import.meta.dirname, '../../');

const sources = (): readonly string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(web + folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ).filter((path) => SOURCE.test(path) && !NOT_BUILT.test(path));

/** A source that is newer than the build. */
const newerThan = (built: number): string | undefined =>
  sources().find((path) => statSync(web + path).mtimeMs > built);

/** Throws if the build is missing or older than the sources. */
export default function requireBuild(): void {
  if (!existsSync(MANIFEST))
    throw new Error('web/dist is missing: run `make web` before the tests of what it builds.');
  const newer = newerThan(statSync(MANIFEST).mtimeMs);
  if (newer !== undefined)
    throw new Error(
      `web/${newer} is newer than web/dist: run \`make web\` before the tests of what it builds.`,
    );
}
