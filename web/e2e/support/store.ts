import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demo, program } from './program.js';
import { runFolder } from './run-folder.js';
import { demoConfiguration, NO_IMPORT, walletSecret } from './shop-configuration.js';

/** The store of one shop. */
export interface Store {
  /** The line of the shop's configuration for this store. */
  readonly line: string;
  readonly remove: () => void;
}

const TEMPLATE = 'e2e_template';

const templateFile = (): string => join(runFolder(), 'template', 'shop.sqlite');

const sqliteLine = (file: string): string => `sqlite = "${file}"`;
const postgresLine = (database: string): string => `postgres = "${databaseUrl(database)}"`;

/** Reads the same environment variables as the Rust tests. */
function isPostgres(): boolean {
  const kind = process.env['ZKRATKA_TEST_STORE'] ?? 'sqlite';
  if (kind !== 'sqlite' && kind !== 'postgres')
    throw new Error(`ZKRATKA_TEST_STORE is "${kind}": write sqlite or postgres`);
  return kind === 'postgres';
}

function postgresServer(): string {
  const server = process.env['ZKRATKA_TEST_POSTGRES'];
  if (server === undefined)
    throw new Error('ZKRATKA_TEST_POSTGRES is not set: run this with scripts/with-test-postgres');
  return server;
}

function databaseUrl(database: string): string {
  const url = new URL(postgresServer());
  url.pathname = `/${database}`;
  return url.href;
}

function psql(sql: string): void {
  const words = ['--no-psqlrc', '--quiet', '--command', sql, '--dbname', postgresServer()];
  execFileSync('psql', words, { env: { ...process.env, PGOPTIONS: '-c client_min_messages=warning' } });
}

/** Imports the demo's catalogue into the template, which every shop copies. */
export function createTemplate(): void {
  const directory = join(runFolder(), 'template');
  mkdirSync(directory);
  if (isPostgres()) {
    dropDatabase(TEMPLATE);
    psql(`CREATE DATABASE ${TEMPLATE}`);
  }
  writeFileSync(walletSecret(), randomUUID());
  const line = isPostgres() ? postgresLine(TEMPLATE) : sqliteLine(templateFile());
  const config = join(directory, 'zkratka.toml');
  writeFileSync(config, demoConfiguration([[/^sqlite = .*$/m, line], NO_IMPORT]));
  const words = ['import', '--config', config, join(demo, 'catalogue.csv')];
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Removes the parts of the template outside the run's folder. */
export function removeTemplate(): void {
  if (isPostgres()) dropDatabase(TEMPLATE);
}

function dropDatabase(name: string): void {
  psql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** A new store with the demo's catalogue: a file in the shop's folder, or a database. */
export function copiedStore(directory: string): Store {
  if (isPostgres()) return copiedDatabase();
  const file = join(directory, 'shop.sqlite');
  copyFileSync(templateFile(), file);
  return { line: sqliteLine(file), remove: () => undefined };
}

function copiedDatabase(): Store {
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  psql(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  return {
    line: postgresLine(name),
    remove: () => {
      dropDatabase(name);
    },
  };
}
