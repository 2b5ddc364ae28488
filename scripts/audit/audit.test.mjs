import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { npmVerdict, preReleasesIn, unverifiedPackages } from './packages.mjs';
import { DEPLOYED, imagesIn, isPinned, withDigests } from './pinned-images.mjs';

const DIGEST = `@sha256:${'0a'.repeat(32)}`;

test('finds the images of every stage and service, and not the stages themselves', () => {
  const docker = 'FROM node:22 AS web\nRUN x\nFROM rust:1.95 AS server\nFROM web\nFROM debian:12';
  assert.deepEqual(imagesIn(docker), ['node:22', 'rust:1.95', 'debian:12']);
  const compose = 'services:\n  shop:\n    image: zkratka-sandbox\n  db:\n    image: postgres:17\n';
  assert.deepEqual(imagesIn(compose), ['postgres:17']);
});

test('every image of the deployment files is pinned', () => {
  for (const file of DEPLOYED) {
    const images = imagesIn(readFileSync(file, 'utf8'));
    assert.ok(images.length >= 2, `${file} names images`);
    assert.deepEqual(
      images.filter((image) => !isPinned(image)),
      [],
    );
  }
});

test('renews old digests and adds missing ones, and changes nothing else', () => {
  const digestOf = (name) => `sha256:${(name === 'a:1' ? '1' : '2').repeat(64)}`;
  const renewed = withDigests(`FROM a:1${DIGEST} AS web\nFROM b:2\nFROM web\nRUN a:1\n`, digestOf);
  const [one, two] = ['1', '2'].map((digit) => digit.repeat(64));
  assert.equal(renewed, `FROM a:1@sha256:${one} AS web\nFROM b:2@sha256:${two}\nFROM web\nRUN a:1\n`);
});

test('only a digest pins an image', () => {
  assert.ok(isPinned(`debian:12${DIGEST}`));
  for (const image of ['debian:12', 'debian@sha256:12', `debian${DIGEST}0`]) assert.ok(!isPinned(image));
});

test('refuses packages from elsewhere and packages without a hash', () => {
  const ok = { integrity: 'sha512-AA==' };
  const packages = {
    '': {},
    'web/embed': {},
    'node_modules/a': ok,
    'node_modules/@zkratka/embed': { link: true, resolved: 'web/embed' },
    'node_modules/b': { ...ok, resolved: 'git+ssh://git@example.com/b.git' },
    'node_modules/c': { ...ok, integrity: 'sha1-AA==' },
  };
  assert.deepEqual(unverifiedPackages({ packages }), [
    'node_modules/b: from git+ssh://git@example.com/b.git',
    'node_modules/c: no SHA-512 hash',
  ]);
});

test('tells a vulnerable package from a registry that does not answer', () => {
  const found = { a: { name: 'a', severity: 'high' }, b: { name: 'b', severity: 'low' } };
  assert.deepEqual(npmVerdict(JSON.stringify({ vulnerabilities: found })), { serious: ['a: high'] });
  assert.deepEqual(npmVerdict(JSON.stringify({ vulnerabilities: {} })), { serious: [] });
  assert.deepEqual(npmVerdict(JSON.stringify({ message: '405' })), { unreachable: '405' });
  assert.deepEqual(npmVerdict(''), { unreachable: 'npm audit printed no JSON' });
});

test('finds required pre-releases', () => {
  const manifest = 'rsa = { version = "=0.10.0-rc.20", features = [] }\na = "1.0.0-beta.1"\nb = "1"\n';
  assert.deepEqual(preReleasesIn(manifest), ['rsa 0.10.0-rc.20', 'a 1.0.0-beta.1']);
});
