/** Writes the generated part of docs/embedding.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { withAttributes } from './attributes.mjs';

const path = new URL('../../../docs/embedding.md', import.meta.url);
await writeFile(path, withAttributes(await readFile(path, 'utf8')));
