// Mints Meta Pay containers with Node's WebCrypto and a few lines of DER: code independent of the crate, so that both must
// have understood the format alike. Reads a JSON list of wishes from standard input and prints the list of what came of
// them. A wish: {message, at, envelope, jws?, jwe?, tweak?}; `at` is the time of creation in milliseconds, `jws` and `jwe`
// are further members of the headers. A tweak spoils one thing; whatever is signed is signed after it, unless its name
// says "changed".
import { webcrypto } from 'node:crypto';
import { text } from 'node:stream/consumers';
import {
  agreementPair,
  base64,
  basicConstraints,
  certify,
  ecPair,
  extension,
  keyUsage,
  name,
  NULL,
  pkcs8,
  random,
} from './certificates.mjs';

const { subtle } = webcrypto;
const YEAR = 31_536_000_000;
const SIGNS = 0x80;
const ISSUES = 0x06;
const base64url = (bytes) => Buffer.from(bytes).toString('base64url');
const jsonPart = (value) => base64url(JSON.stringify(value));
const uint32 = (number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};
const flipped = (bytes, at) => {
  const changed = Buffer.from(bytes);
  changed[at] ^= 1;
  return changed;
};

// ---- certificates
async function chain({ at, tweak }) {
  const pairs = {
    root: await ecPair('P-384'),
    alien: await ecPair('P-384'),
    intermediate: await ecPair(),
    other: await ecPair(),
    leaf: await ecPair(tweak === 'leaf-p384' ? 'P-384' : 'P-256'),
  };
  const validity = (who) => {
    if (tweak === `${who}-expired`) return { from: at - YEAR, until: at - 1000 };
    if (tweak === `${who}-early`) return { from: at + 1000, until: at + YEAR };
    return { from: at - YEAR, until: at + YEAR };
  };
  const authority = (who, signer, limit) => ({
    subject: name(who),
    key: pairs[who],
    issuer: name(tweak === `${who}-issuer-name` ? 'another' : signer),
    signer: pairs[tweak === `${who}-alien` ? 'alien' : signer],
    ...validity(who),
    extensions: [
      basicConstraints(tweak !== `${who}-no-authority`, limit),
      keyUsage(tweak === `${who}-usage` ? SIGNS : ISSUES),
    ],
  });
  const limits = { 'path-length': 0, 'path-length-enough': 1 };
  const root = await certify(authority('root', 'root', limits[tweak]));
  const intermediate = await certify(authority('intermediate', 'root'));
  const issuer = tweak === 'no-intermediate' ? 'root' : 'intermediate';
  const leaf = await certify({
    subject: name('leaf'),
    key: pairs.leaf,
    issuer: name(tweak === 'leaf-issuer-name' ? 'another' : issuer),
    signer: pairs[tweak === 'leaf-issuer' ? 'other' : issuer],
    ...validity('leaf'),
    extensions: [
      basicConstraints(tweak === 'leaf-authority'),
      keyUsage(tweak === 'leaf-usage' ? ISSUES : SIGNS),
      ...(tweak === 'leaf-critical' ? [extension('1.2.3.4', true, NULL)] : []),
    ],
  });
  const all = [leaf.der, intermediate.der];
  const certificates = {
    'no-intermediate': [leaf.der],
    'root-along': [...all, root.der],
    'order-other': [intermediate.der, leaf.der],
    'intermediate-absent': [leaf.der],
    'root-alone': [root.der],
    'x5c-empty': [],
    'x5c-three-below': [...all, intermediate.der],
    'x5c-four': [...all, root.der, root.der],
    'x5c-garbage': [...all, Buffer.from('garbage')],
  };
  return { pairs, root: root.der, certificates: certificates[tweak] ?? all };
}

// ---- the encryption (RFC 7516, RFC 7518 section 4.6)
async function derived(shared, { apu = '', apv = '' }) {
  const parts = [Buffer.from('A256GCM'), Buffer.from(apu, 'base64url'), Buffer.from(apv, 'base64url')];
  const information = parts.flatMap((part) => [uint32(part.length), part]);
  const bytes = Buffer.concat([uint32(1), shared, ...information, uint32(256)]);
  return subtle.importKey('raw', await subtle.digest('SHA-256', bytes), 'AES-GCM', false, ['encrypt']);
}

async function ephemeralKey(pair, tweak) {
  const { kty, crv, x, y } = await subtle.exportKey('jwk', pair.publicKey);
  const changes = {
    'epk-absent': undefined,
    'epk-type': { kty: 'OKP', crv, x, y },
    'epk-curve': { kty, crv: 'P-384', x, y },
    'epk-short': { kty, crv, x, y: base64url(Buffer.from(y, 'base64url').subarray(1)) },
    'epk-off-curve': { kty, crv, x, y: base64url(flipped(Buffer.from(y, 'base64url'), 31)) },
    'epk-half': { kty, crv, x },
  };
  return tweak in changes ? changes[tweak] : { kty, crv, x, y };
}

async function encrypted({ message, jwe, tweak }, recipient) {
  const ephemeral = await agreementPair();
  const agreement = { name: 'ECDH', public: recipient.publicKey };
  const shared = Buffer.from(await subtle.deriveBits(agreement, ephemeral.privateKey, 256));
  const header = { alg: 'ECDH-ES', enc: 'A256GCM', epk: await ephemeralKey(ephemeral, tweak), ...jwe };
  const protectedHeader = tweak === 'jwe-header-text' ? base64url('header') : jsonPart(header);
  const iv = random(tweak === 'iv-long' ? 16 : 12);
  const plain = tweak === 'not-text' ? Buffer.of(0xff, 0xfe) : Buffer.from(message);
  const cipher = { name: 'AES-GCM', iv, additionalData: Buffer.from(protectedHeader) };
  const sealed = Buffer.from(await subtle.encrypt(cipher, await derived(shared, header), plain));
  const tag = sealed.subarray(-16);
  const parts = [
    tweak === 'aad-changed' ? jsonPart({ ...header, typ: 'JWE' }) : protectedHeader,
    tweak === 'encrypted-key' ? base64url(random(40)) : '',
    base64url(tweak === 'iv-changed' ? flipped(iv, 0) : iv),
    base64url(tweak === 'ciphertext-changed' ? flipped(sealed.subarray(0, -16), 3) : sealed.subarray(0, -16)),
    base64url(
      { 'tag-changed': flipped(tag, 15), 'tag-short': tag.subarray(0, 12), 'tag-absent': [] }[tweak] ?? tag,
    ),
  ];
  if (tweak === 'jwe-four') parts.pop();
  if (tweak === 'jwe-six') parts.push('');
  return parts.join('.');
}

// ---- the signature (RFC 7515)
async function signed({ jws, tweak }, { pairs, certificates }, payload) {
  const encode = tweak === 'x5c-base64url' ? base64url : base64;
  const header = { alg: 'ES256', x5c: certificates.map(encode), ...jws };
  if (tweak === 'x5c-absent') delete header.x5c;
  if (tweak === 'x5c-text') header.x5c = base64(certificates[0]);
  const first = tweak === 'jws-header-text' ? base64url('header') : jsonPart(header);
  const input = `${first}.${base64url(payload)}`;
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const key = tweak === 'signer-other' ? pairs.other : pairs.leaf;
  const value = Buffer.from(await subtle.sign(algorithm, key.privateKey, Buffer.from(input)));
  const changed = {
    'payload-changed': `${first}.${base64url(`${payload} `)}.${base64url(value)}`,
    'header-changed': `${jsonPart({ ...header, typ: 'JWS' })}.${base64url(payload)}.${base64url(value)}`,
    'signature-changed': `${input}.${base64url(flipped(value, 40))}`,
    'signature-short': `${input}.${base64url(value.subarray(1))}`,
    'signature-empty': `${input}.`,
    'signature-absent': input,
    'signature-padded': `${input}.${base64url(value)}==`,
    'jws-four': `${input}.${base64url(value)}.`,
    'jws-detached': `${first}..${base64url(value)}`,
  };
  return changed[tweak] ?? `${input}.${base64url(value)}`;
}

async function mint(wish) {
  const recipient = await agreementPair();
  const other = await agreementPair();
  const certified = await chain(wish);
  const payload = await encrypted(wish, wish.tweak === 'recipient-other' ? other : recipient);
  const container_data = await signed(wish, certified, payload);
  return {
    container: JSON.stringify({ ...wish.envelope, container_data }),
    root: base64(certified.root),
    key: await pkcs8(recipient),
  };
}

const wishes = JSON.parse(await text(process.stdin));
const minted = [];
for (const wish of wishes) minted.push(await mint(wish));
process.stdout.write(JSON.stringify(minted));
