import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The demo's folder: its configuration, catalogue and theme. */
export const demo = join(root, 'themes/demo');

/** The program under test. */
export const program =
  process.env['ZKRATKA_BINARY'] ??
  join(process.env['CARGO_TARGET_DIR'] ?? join(root, 'target'), 'debug/zkratka');
