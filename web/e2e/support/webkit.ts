import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.js';

const START_DEADLINE_MS = 30_000;
/** The deadline of one command. Opening the browser is the slowest. */
const COMMAND_DEADLINE_MS = 60_000;
/** The key of an element's ID in WebDriver's JSON, from its standard. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const inPath = (command: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));

/** The missing Debian packages of WebKitGTK. */
export const missingForWebKit: readonly string[] = [
  ['WebKitWebDriver', 'webkit2gtk-driver'],
  ['Xvfb', 'xvfb'],
]
  .filter(([command = '']) => !inPath(command))
  .map(([, debian = '']) => debian);

/** An element of the page, also within shadow roots. */
export type Element = Readonly<Record<string, string>>;

/** Polls until there is an answer. */
async function until<T>(ask: () => Promise<T | null>, what: string, deadline: number): Promise<T> {
  const end = Date.now() + deadline;
  while (Date.now() < end) {
    const found = await ask().catch(() => null);
    if (found !== null) return found;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${what}: not within ${String(deadline)} ms`);
}

/** Starts a virtual screen. Resolves to its name. */
function openScreen(): Promise<{ screen: ChildProcess; display: string }> {
  // Xvfb chooses a free display number and writes it to file descriptor 3.
  const words = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  return new Promise((opened, failed) => {
    const late = setTimeout(() => {
      screen.kill('SIGKILL');
      failed(new Error('Xvfb does not start'));
    }, START_DEADLINE_MS);
    screen.once('error', failed);
    screen.stdio[3]?.once('data', (number: Buffer) => {
      clearTimeout(late);
      opened({ screen, display: `:${number.toString().trim()}` });
    });
  });
}

/** Ends a process and waits for its end. */
async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const end = new Promise((done) => process.once('exit', done));
  process.kill('SIGTERM');
  const late = setTimeout(() => process.kill('SIGKILL'), 5_000);
  await end;
  clearTimeout(late);
}

/** WebKitGTK's MiniBrowser, driven by plain WebDriver, with its own screen and home folder. */
export class WebKit {
  private constructor(
    readonly processes: readonly ChildProcess[],
    readonly home: string,
    readonly base: string,
    private session = '',
  ) {}

  static async open(): Promise<WebKit> {
    const { screen, display } = await openScreen();
    const port = await freePort();
    const home = mkdtempSync(join(tmpdir(), 'zkratka-webkit-'));
    const driver = spawn('WebKitWebDriver', ['-p', String(port)], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        // A build machine has no graphics card, no user namespaces and no desktop bus.
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
        GDK_BACKEND: 'x11',
        NO_AT_BRIDGE: '1',
      },
    });
    const browser = new WebKit([driver, screen], home, `http://127.0.0.1:${String(port)}`);
    try {
      await until(() => browser.#ask('GET', '/status'), 'WebKitWebDriver starts', START_DEADLINE_MS);
      const { sessionId } = (await browser.#ask('POST', '/session', { capabilities: {} })) as {
        sessionId: string;
      };
      browser.session = `/session/${sessionId}`;
      return browser;
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.session !== '') await this.#ask('DELETE', this.session).catch(() => undefined);
    for (const process of this.processes) await ended(process);
    rmSync(this.home, { recursive: true, force: true });
  }

  async goto(url: string): Promise<void> {
    await this.#ask('POST', `${this.session}/url`, { url });
  }

  async url(): Promise<string> {
    return (await this.#ask('GET', `${this.session}/url`)) as string;
  }

  /** Runs a function body in the page with the values as `arguments`. */
  async run<T>(body: string, ...values: readonly unknown[]): Promise<T> {
    return (await this.#ask('POST', `${this.session}/execute/sync`, { script: body, args: values })) as T;
  }

  /** Polls a function body until it returns something other than null. */
  waitFor<T>(what: string, body: string, ...values: readonly unknown[]): Promise<T> {
    return until(() => this.run<T | null>(body, ...values), what, COMMAND_DEADLINE_MS);
  }

  /** Waits for a visible, enabled button with this text, also within shadow roots. */
  button(name: RegExp): Promise<Element> {
    const body = `
      const name = new RegExp(arguments[0]);
      const all = (root) => [...root.querySelectorAll('*')].flatMap((each) =>
        [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
      const label = (each) => each.getAttribute('aria-label') ?? each.textContent;
      const enabled = (each) => !each.disabled && each.getAttribute('aria-disabled') !== 'true';
      return all(document).find((each) => each.localName === 'button' && name.test(label(each).trim())
        && enabled(each) && each.getClientRects().length > 0) ?? null;`;
    return this.waitFor<Element>(`a button ${String(name)}`, body, name.source);
  }

  /** Clicks with a trusted event and a user gesture. */
  async click(element: Element): Promise<void> {
    await this.#ask('POST', `${this.session}/element/${element[ELEMENT] ?? ''}/click`, {});
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.base + path, {
      method,
      signal: AbortSignal.timeout(COMMAND_DEADLINE_MS),
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
}
