/**
 * Opens Google Pay tokens with the platform's WebCrypto alone. It shares no line with the code that issues them, so that
 * the sandbox cannot prove itself right.
 *
 * Reads `[{ token, roots, recipient, privateKey, now }]` from standard input and writes the messages, in order.
 */
import { strict as assert } from 'node:assert';
import { webcrypto } from 'node:crypto';
import { text } from 'node:stream/consumers';

const { subtle } = webcrypto;
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' };
const ECDH = { name: 'ECDH', namedCurve: 'P-256' };
const bytes = (base64) => Buffer.from(base64, 'base64');

function lengthValue(texts) {
  return Buffer.concat(
    texts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(Buffer.byteLength(part));
      return [length, Buffer.from(part)];
    }),
  );
}

/** WebCrypto wants the two numbers of a signature side by side; the token has them in DER. */
function plainSignature(der) {
  assert.equal(der[0], 0x30);
  assert.equal(der[1], der.length - 2);
  const numbers = [];
  for (let at = 2; at < der.length;) {
    assert.equal(der[at], 0x02);
    const value = der.subarray(at + 2, at + 2 + der[at + 1]);
    numbers.push(Buffer.concat([Buffer.alloc(32), value]).subarray(-32));
    at += 2 + der[at + 1];
  }
  assert.equal(numbers.length, 2);
  return Buffer.concat(numbers);
}

async function isSigned(spki, signature, texts) {
  const key = await subtle.importKey('spki', bytes(spki), ECDSA, false, ['verify']);
  const hash = { name: 'ECDSA', hash: 'SHA-256' };
  return subtle.verify(hash, key, plainSignature(bytes(signature)), lengthValue(texts));
}

async function signerOf(token, roots, now) {
  const { protocolVersion } = token;
  const root = roots.keys.find((key) => key.protocolVersion === protocolVersion);
  assert.ok(Number(root.keyExpiration) > now, 'the root key has expired');
  if (protocolVersion === 'ECv1') return root.keyValue;
  const { signedKey, signatures } = token.intermediateSigningKey;
  assert.ok(
    await isSigned(root.keyValue, signatures[0], ['Google', protocolVersion, signedKey]),
    'intermediate',
  );
  const { keyValue, keyExpiration } = JSON.parse(signedKey);
  assert.match(keyExpiration, /^\d+$/);
  assert.ok(Number(keyExpiration) > now, 'the intermediate key has expired');
  return keyValue;
}

async function decrypt(signedMessage, privateKey, keyLength) {
  const { encryptedMessage, ephemeralPublicKey, tag, ...others } = JSON.parse(signedMessage);
  assert.deepEqual(others, {});
  const point = bytes(ephemeralPublicKey);
  const own = await subtle.importKey('pkcs8', bytes(privateKey), ECDH, false, ['deriveBits']);
  const theirs = await subtle.importKey('raw', point, ECDH, false, []);
  const shared = Buffer.from(await subtle.deriveBits({ name: 'ECDH', public: theirs }, own, 256));
  const material = await subtle.importKey('raw', Buffer.concat([point, shared]), 'HKDF', false, [
    'deriveBits',
  ]);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: Buffer.alloc(32), info: Buffer.from('Google') };
  const keys = Buffer.from(await subtle.deriveBits(hkdf, material, keyLength * 16));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const tagKey = await subtle.importKey('raw', keys.subarray(keyLength), hmac, false, ['verify']);
  assert.ok(await subtle.verify('HMAC', tagKey, bytes(tag), bytes(encryptedMessage)), 'tag');
  const cipherKey = await subtle.importKey('raw', keys.subarray(0, keyLength), 'AES-CTR', false, ['decrypt']);
  const counter = { name: 'AES-CTR', counter: Buffer.alloc(16), length: 128 };
  return JSON.parse(
    Buffer.from(await subtle.decrypt(counter, cipherKey, bytes(encryptedMessage))).toString(),
  );
}

async function open({ token: tokenText, roots, recipient, privateKey, now }) {
  const token = JSON.parse(tokenText);
  const { protocolVersion, signature, signedMessage } = token;
  const members = ['protocolVersion', 'signature', 'signedMessage'];
  if (protocolVersion === 'ECv2') members.push('intermediateSigningKey');
  assert.deepEqual(Object.keys(token).sort(), members.sort());
  const signer = await signerOf(token, JSON.parse(roots), now);
  assert.ok(
    await isSigned(signer, signature, ['Google', recipient, protocolVersion, signedMessage]),
    'signature',
  );
  const message = await decrypt(signedMessage, privateKey, protocolVersion === 'ECv1' ? 16 : 32);
  return { protocolVersion, message };
}

const opened = [];
for (const job of JSON.parse(await text(process.stdin))) opened.push(await open(job));
process.stdout.write(JSON.stringify(opened));
