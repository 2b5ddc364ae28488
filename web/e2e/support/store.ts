import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/**
 * The line of a shop's configuration that names its store, with an empty one: a file in its folder, or a schema of its
 * own. The same variables decide as for the Rust tests.
 */
export function storeLine(directory: string): string {
  const kind = process.env['ZKRATKA_TEST_STORE'] ?? 'sqlite';
  if (kind === 'sqlite') return `sqlite = "${join(directory, 'shop.sqlite')}"`;
  if (kind === 'postgres') return `postgres = "${newSchema()}"`;
  throw new Error(`ZKRATKA_TEST_STORE is "${kind}": write sqlite or postgres`);
}

/** Makes an empty schema; its URL leads into it. Like the server, it is thrown away by whoever started that. */
function newSchema(): string {
  const server = process.env['ZKRATKA_TEST_POSTGRES'];
  if (server === undefined)
    throw new Error('no ZKRATKA_TEST_POSTGRES: run this by scripts/with-test-postgres');
  const schema = `e2e_${randomUUID().replaceAll('-', '')}`;
  const words = ['--no-psqlrc', '--quiet', '--command', `CREATE SCHEMA ${schema}`, '--dbname', server];
  execFileSync('psql', words);
  const url = new URL(server);
  url.searchParams.set('options', `-csearch_path=${schema}`);
  return url.href;
}
