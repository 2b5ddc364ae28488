// Keys, and certificates in a few lines of DER, with Node's WebCrypto: what the scripts that mint tokens share.
import { webcrypto } from 'node:crypto';

const { subtle } = webcrypto;
export const base64 = (bytes) => Buffer.from(bytes).toString('base64');
export const random = (length) => Buffer.from(webcrypto.getRandomValues(new Uint8Array(length)));

// ---- DER
export function element(tag, ...parts) {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const digits = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...digits), content]);
}
export const sequence = (...parts) => element(0x30, ...parts);
export const set = (...parts) => element(0x31, ...parts);
export const octets = (bytes) => element(0x04, bytes);
export const utf8 = (string) => element(0x0c, Buffer.from(string));
export const bitString = (bytes) => element(0x03, Buffer.of(0), bytes);
export const NULL = element(0x05);
export function integer(bytes) {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const digits = Buffer.from(bytes.subarray(start));
  return element(0x02, digits[0] >= 0x80 ? Buffer.of(0) : Buffer.of(), digits);
}
export function oid(name) {
  const [first, second, ...rest] = name.split('.').map(Number);
  const bytes = rest.flatMap((number) => {
    const digits = [number & 0x7f];
    for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return element(0x06, Buffer.of(first * 40 + second, ...bytes));
}
export function utcTime(at) {
  const digits = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '');
  return element(0x17, Buffer.from(digits.slice(2)));
}

const ECDSA_256 = sequence(oid('1.2.840.10045.4.3.2'));
const ECDSA_384 = sequence(oid('1.2.840.10045.4.3.3'));
const RSA_256 = sequence(oid('1.2.840.113549.1.1.11'), NULL);

// ---- keys
export const ecPair = (namedCurve = 'P-256') =>
  subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify']);
export const agreementPair = () =>
  subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
export const spki = async (pair) => Buffer.from(await subtle.exportKey('spki', pair.publicKey));
export const pkcs8 = async (pair) => base64(await subtle.exportKey('pkcs8', pair.privateKey));

export async function sign(pair, bytes) {
  const { name, namedCurve } = pair.privateKey.algorithm;
  if (name !== 'ECDSA') {
    return { algorithm: RSA_256, value: Buffer.from(await subtle.sign(name, pair.privateKey, bytes)) };
  }
  const hash = namedCurve === 'P-384' ? 'SHA-384' : 'SHA-256';
  const raw = Buffer.from(await subtle.sign({ name, hash }, pair.privateKey, bytes));
  const half = raw.length / 2;
  const value = sequence(integer(raw.subarray(0, half)), integer(raw.subarray(half)));
  return { algorithm: hash === 'SHA-384' ? ECDSA_384 : ECDSA_256, value };
}
// The algorithm stands in what is signed, so it must be known before.
const algorithmOf = async (pair) => (await sign(pair, Buffer.of(0))).algorithm;

// ---- certificates
export const name = (common) => sequence(set(sequence(oid('2.5.4.3'), utf8(common))));
const TRUE = element(0x01, Buffer.of(0xff));
export const extension = (id, critical, value) =>
  sequence(oid(id), ...(critical ? [TRUE] : []), octets(value));
/** `limit` is the path length, if any. */
export const basicConstraints = (authority, limit) =>
  extension(
    '2.5.29.19',
    true,
    sequence(...(authority ? [TRUE] : []), ...(limit === undefined ? [] : [integer(Buffer.of(limit))])),
  );
export const keyUsage = (bits) => extension('2.5.29.15', true, element(0x03, Buffer.of(0, bits)));

export async function certify({ subject, key, issuer, signer, from, until, extensions }) {
  const algorithm = await algorithmOf(signer);
  const serial = random(8);
  const body = sequence(
    element(0xa0, integer(Buffer.of(2))),
    integer(serial),
    algorithm,
    issuer,
    sequence(utcTime(from), utcTime(until)),
    subject,
    await spki(key),
    element(0xa3, sequence(...extensions)),
  );
  const { value } = await sign(signer, body);
  return { der: sequence(body, algorithm, bitString(value)), issuer, serial };
}
