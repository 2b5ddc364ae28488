import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { secretsIn } from './printed-secrets.mjs';

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const base64 = (key, type) => key.export({ type, format: 'der' }).toString('base64');
const [pemHead] = ec.export({ type: 'pkcs8', format: 'pem' }).split('\n');
const bytes = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo';

const SECRETS = [
  ['a private key', pemHead],
  ['a private key', `key = ${base64(ec, 'pkcs8')}`],
  ['a private key', base64(ec, 'sec1')],
  ['a private key', base64(rsa, 'pkcs8')],
  ['an Apple Pay token', 'signature: MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJ'],
  ['an Apple Pay token', 'signature: MIIFFgYJKoZIhvcNAQcCoIIFBzCCBQMCAQExDTALBglghkgBZQMEAgEw'],
  ['an Apple Pay token', JSON.stringify({ header: { ephemeralPublicKey: bytes } })],
  ['an Apple Pay token', JSON.stringify({ header: { wrappedKey: bytes } })],
  ['a Google Pay token', JSON.stringify({ protocolVersion: 'ECv2', signedMessage: '{"tag":"x"}' })],
  ['a Meta Pay container', `eyJ4NWMiOlsiTUlJQjFE.ZXlKaGJHY2lPaUpGUTBSSUxVVlRJ.${bytes}`],
  ['an opened token', JSON.stringify({ paymentData: { onlinePaymentCryptogram: bytes } })],
  ['an opened token', JSON.stringify({ applicationPrimaryAccountNumber: '4000000000000002' })],
  ['a signed authorisation', `eyJhbGciOiJFUzI1NiJ9.eyJpYXQiOjE3OTUxMzI4MDB9.${bytes}`],
  ['a card number', 'number 4111111111111111'],
  ['a card number', 'paid with 4000 0000 0000 0002.'],
  ['a card number', '{"number":"4000-0000-0000-3220"}'],
  ['a card number', '378282246310005'],
  ['a card number', '5555555555554444'],
];

const HARMLESS = [
  'ok 12 - [7.03] a token minted elsewhere pays an order',
  'an order of 4111111111111112, which is no card',
  'at 1795132800000, took 4111.1111111111111 ms',
  'commit 41111111111111111111abcdef4111111111111111',
  '•••• 1111 and publicKeyHash',
  'refused at the check message_digest: signedMessage was changed',
  'IBAN CZ7908000000002000145399',
];

for (const [kind, line] of SECRETS)
  test(`${kind} is recognised, also within JSON`, () => {
    assert.ok(secretsIn(line).includes(kind));
    assert.ok(secretsIn(JSON.stringify({ message: line })).includes(kind));
  });

for (const line of HARMLESS)
  test(`harmless: ${line}`, () => {
    assert.deepEqual(secretsIn(line), []);
  });

test('the program names file and line, does not repeat the finding, and fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'printed-'));
  const program = fileURLToPath(new URL('check-printed-secrets.mjs', import.meta.url));
  const run = () => spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
  try {
    writeFileSync(join(folder, 'one.log'), `${HARMLESS.join('\n')}\n`);
    assert.equal(run().status, 0);
    writeFileSync(join(folder, 'two.log'), 'first\nnumber 4000000000000002\n');
    const { status, stderr, stdout } = run();
    assert.equal(status, 1);
    assert.match(stderr, /two\.log:2: a card number/);
    assert.doesNotMatch(stderr + stdout, /4000000000000002/);
    assert.equal(spawnSync(process.execPath, [program, join(folder, 'none')]).status, 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
