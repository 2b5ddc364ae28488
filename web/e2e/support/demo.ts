import { type ChildProcess, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { demo, program, root } from './program.js';
import { runFolder } from './run-folder.js';
import { killServer, startServer } from './server.js';

/** The commands that `make` would run for a target. */
export const makes = (target: string): string[] =>
  execFileSync('make', ['--no-print-directory', '--dry-run', target], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');

/** The demo of `make demo`, with the program under test and its own folder and port. */
export class Demo {
  private constructor(
    readonly origin: string,
    readonly folder: string,
    private server: ChildProcess | undefined,
  ) {}

  static async start(): Promise<Demo> {
    const port = String(await freePort());
    const folder = mkdtempSync(join(runFolder(), 'demo-'));
    cpSync(demo, folder, { recursive: true, filter: (source) => source !== join(demo, 'data') });
    const config = join(folder, 'zkratka.toml');
    writeFileSync(config, readFileSync(config, 'utf8').replaceAll('8080', port));
    const started = new Demo(`http://localhost:${port}`, folder, undefined);
    const last = makes('demo').at(-1) ?? '';
    const [command = '', ...words] = started.#wordsOf(last.replace(/^exec /, ''));
    const place = { origin: started.origin, name: 'demo' };
    started.server = await startServer(command, words, place);
    return started;
  }

  /** Runs a command line of the README. Returns its output. */
  run(line: string): string {
    const [command = '', ...words] = this.#wordsOf(line);
    return execFileSync(command, words, { cwd: this.folder, encoding: 'utf8' });
  }

  async close(): Promise<void> {
    if (this.server !== undefined) await killServer(this.server);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The words of a command line, with its program and files replaced by this demo's. */
  #wordsOf(line: string): string[] {
    const own: Readonly<Record<string, string>> = {
      './target/demo/zkratka': program,
      zkratka: program,
      'themes/demo/zkratka.toml': join(this.folder, 'zkratka.toml'),
      'zkratka.toml': join(this.folder, 'zkratka.toml'),
      'products.csv': join(this.folder, 'catalogue.csv'),
    };
    const words = line.split(' ').map((word) => own[word] ?? word);
    if (words[0] !== program) throw new Error(`"${line}" does not run the shop's program`);
    return words;
  }
}
