import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join, parse } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** File types to compress. Pictures and fonts are compressed already. */
const COMPRESSIBLE = new Set([
  '.css',
  '.html',
  '.ico',
  '.js',
  '.json',
  '.mjs',
  '.svg',
  '.txt',
  '.webmanifest',
  '.xml',
]);

/** File types with an integrity hash. */
const WITH_INTEGRITY = new Set(['.css', '.js', '.mjs']);

/** @param {string | Uint8Array} content @param {'sha256' | 'sha384'} algorithm */
const digest = (content, algorithm) => createHash(algorithm).update(content).digest();

/** Compresses at brotli's highest quality: the build runs once, the files are served many times. @param {Uint8Array} content */
export const compress = (content) =>
  brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** Collects the build's files and writes them at the end, so that a failed build keeps the last good one. */
export class Output {
  /** @type {Map<string, Buffer>} */
  #files = new Map();
  /** @type {Record<string, string>} URL to integrity */
  integrity = {};

  /**
   * Adds an asset under a name with its hash. Returns its URL.
   * @param {string} name file name without folders
   * @param {string | Uint8Array} content
   */
  add(name, content) {
    const { name: stem, ext } = parse(name);
    const hash = digest(content, 'sha256').toString('base64url').replace(/[-_]/g, '').slice(0, 10);
    return this.addHashed(`${stem}-${hash}${ext}`, content);
  }

  /**
   * Adds an asset whose name already contains its hash. Returns its URL.
   * @param {string} name
   * @param {string | Uint8Array} content
   */
  addHashed(name, content) {
    const url = `/assets/${name}`;
    this.#files.set(url, Buffer.from(content));
    if (WITH_INTEGRITY.has(extname(name)))
      this.integrity[url] = `sha384-${digest(content, 'sha384').toString('base64')}`;
    return url;
  }

  /** @param {string} url */
  bytes(url) {
    const content = this.#files.get(url);
    if (content === undefined) throw new Error(`The build made no ${url}`);
    return content;
  }

  /**
   * Replaces the folder.
   * @param {string} folder
   * @param {unknown} manifest
   */
  async write(folder, manifest) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(join(folder, 'assets'), { recursive: true });
    for (const [url, content] of this.#files) await writeCompressed(join(folder, url), content);
    await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

/** @param {string} path @param {Buffer} content */
async function writeCompressed(path, content) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  if (!COMPRESSIBLE.has(extname(path))) return;
  await writeFile(`${path}.br`, await compress(content));
  await writeFile(`${path}.gz`, await deflate(content, { level: 9 }));
}
