// Audits what the release is made of. Fails if something is wrong; what could not be checked here is printed as SKIPPED.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { npmVerdict, preReleasesIn, unverifiedPackages } from './packages.mjs';
import { DEPLOYED, imagesIn, isPinned } from './pinned-images.mjs';

const EXPLAINED = 'docs/supply-chain.md';

const read = (file) => readFileSync(file, 'utf8');
const faults = [];

function tell(what, wrong) {
  console.log(wrong.length === 0 ? `ok: ${what}` : `FAILED: ${what}`);
  for (const fault of wrong) console.log(`  ${fault}`);
  faults.push(...wrong);
}

const run = (command, ...words) =>
  spawnSync(command, words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

const deny = (...words) => run('cargo', 'deny', '--offline', ...words);

function auditCrates() {
  if (run('cargo', 'deny', '--version').status !== 0) {
    console.log(
      'SKIPPED: licences, bans, sources and advisories of crates (cargo install cargo-deny --locked)',
    );
    return;
  }
  // The audit reads the crates of every platform, and a build fetches only its own.
  const fetched = run('cargo', 'fetch', '--locked');
  if (fetched.status !== 0) {
    tell('crates of every platform', [`cargo fetch\n${fetched.stderr}`]);
    return;
  }
  for (const [check, what] of [
    ['licenses', 'licences of crates'],
    ['bans', 'banned crates'],
    ['sources', 'sources of crates'],
  ]) {
    const { status, stdout, stderr } = deny('check', '--hide-inclusion-graph', '-A', 'duplicate', check);
    tell(what, status === 0 ? [] : [`cargo deny check ${check}\n${stdout}${stderr}`]);
  }
  const database = run('cargo', 'deny', 'fetch', 'db');
  const { status, stdout, stderr } = deny('check', 'advisories');
  if (database.status !== 0 && /^.*\[ERROR\].*(FETCH_HEAD|advisory)/m.test(stderr)) {
    console.log('SKIPPED: advisories of crates, as the database cannot be fetched here');
    return;
  }
  tell('advisories of crates', status === 0 ? [] : [`cargo deny check advisories\n${stdout}${stderr}`]);
}

function auditPackages() {
  for (const file of ['package-lock.json', 'scripts/mutants/package-lock.json'])
    tell(`sources and hashes of npm packages (${file})`, unverifiedPackages(JSON.parse(read(file))));
  const verdict = npmVerdict(run('npm', 'audit', '--json').stdout);
  if ('unreachable' in verdict)
    console.log(`SKIPPED: advisories of npm packages: ${verdict.unreachable.split('\n')[0]}`);
  else tell('advisories of npm packages (high and critical)', verdict.serious);
}

function auditImages() {
  const unpinned = DEPLOYED.flatMap((file) =>
    imagesIn(read(file))
      .filter((image) => !isPinned(image))
      .map((image) => `${file} names ${image} without a digest: run node scripts/audit/renew-images.mjs`),
  );
  tell('base images are named by digest', unpinned);
}

function auditPreReleases() {
  const explained = read(EXPLAINED).replaceAll('`', '');
  const unexplained = preReleasesIn(read('Cargo.toml')).filter((named) => !explained.includes(named));
  tell(
    'pre-releases are explained',
    unexplained.map((named) => `${named} is a pre-release: explain it in ${EXPLAINED}`),
  );
}

auditCrates();
auditPackages();
auditImages();
auditPreReleases();
process.exitCode = faults.length === 0 ? 0 : 1;
