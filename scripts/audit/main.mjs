// Audits what the release is made of. Fails if something is wrong; what could not be checked here is printed as SKIPPED, and
// what is known to be missing as OPEN.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { npmVerdict, preReleasesIn, unverifiedPackages } from './packages.mjs';
import { imagesIn, isPinned } from './pinned-images.mjs';

const EXPLAINED = 'docs/supply-chain.md';
const DEPLOYED = ['deploy/Dockerfile', 'deploy/compose.yaml'];
/** Built by this repository (deploy/Dockerfile). */
const OWN_IMAGES = ['zkratka', 'zkratka-sandbox'];

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
  for (const [check, what] of [
    ['licenses', 'licences of crates'],
    ['bans', 'banned crates'],
    ['sources', 'sources of crates'],
  ]) {
    const { status, stdout, stderr } = deny('check', '--hide-inclusion-graph', '-A', 'duplicate', check);
    tell(what, status === 0 ? [] : [`cargo deny check ${check}\n${stdout}${stderr}`]);
  }
  const fetched = run('cargo', 'deny', 'fetch', 'db');
  const { status, stdout, stderr } = deny('check', 'advisories');
  if (fetched.status !== 0 && /^.*\[ERROR\].*(FETCH_HEAD|advisory)/m.test(stderr)) {
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
  for (const file of DEPLOYED) {
    const images = imagesIn(read(file)).filter((image) => !OWN_IMAGES.includes(image));
    for (const image of images.filter((image) => !isPinned(image)))
      console.log(`OPEN: ${file} names ${image} without a digest (${EXPLAINED})`);
  }
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
