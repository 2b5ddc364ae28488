// Runs `cargo test` with the given arguments. On a build machine (CI is set) a failed test runs once more, alone: if it then
// passes, the run passes and prints "flaky: " with its name. Tests with random input are not retried. Without CI nothing is.
//   node scripts/test/cargo-tests.mjs --workspace --test api -- --ignored
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CargoOutput, rerunArguments, worthRetrying } from './cargo-output.mjs';

/** The time limit of one test that runs alone. */
const RETRY_MS = 5 * 60_000;

/** Runs Cargo, prints its output, and returns its exit code and what was parsed from it. */
function cargo(args, timeoutMs) {
  return new Promise((resolve) => {
    const output = new CargoOutput();
    // One pipe for both streams keeps their order, which assigns names to targets.
    const child = spawn('sh', ['-c', 'exec "$@" 2>&1', 'sh', process.env.CARGO ?? 'cargo', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    const lines = createInterface({ input: child.stdout, crlfDelay: Infinity });
    lines.on('line', (line) => {
      output.line(line);
      console.log(line);
    });
    child.on('error', (error) => {
      console.error(`error: cargo cannot be started: ${error.message}`);
      resolve({ code: 127, output });
    });
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function passesAlone(given, failure) {
  const title = `${failure.target.join(' ')} ${failure.name}`;
  if (failure.random) {
    console.log(`failed, not tried again as its input is random: ${title}`);
    return false;
  }
  console.log(`── again, by itself: ${title}`);
  const { code, output } = await cargo(rerunArguments(given, failure), RETRY_MS);
  const passed = code === 0 && output.passed > 0;
  console.log(passed ? `flaky: ${title}` : `failed twice: ${title}`);
  return passed;
}

async function allPassAlone(given, failures) {
  let passed = true;
  for (const failure of failures) passed = (await passesAlone(given, failure)) && passed;
  return passed;
}

const given = process.argv.slice(2);
const first = await cargo(['test', '--no-fail-fast', ...given]);
if (first.code === 0) {
  // Otherwise a filter that matches no test would pass.
  if (first.output.passed === 0) console.error('error: no test was run: has one been renamed?');
  process.exitCode = first.output.passed > 0 ? 0 : 1;
} else if (process.env.CI && worthRetrying(first.output)) {
  process.exitCode = (await allPassAlone(given, first.output.failures)) ? 0 : first.code;
} else {
  process.exitCode = first.code;
}
