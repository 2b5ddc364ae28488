// Mints payment method tokens with Node's WebCrypto: code independent of the crate, so that both must have understood
// the protocol alike. Reads a JSON list of wishes from standard input and prints the list of what came of them.
// A wish: {protocol, recipient, message, sender?, rootExpiration?, intermediateExpiration?, tweak?, flip?}; null leaves the
// expiration out. A flip {part, at, mask} changes a byte of the encrypted message's part before it is signed. A tweak spoils one thing; whatever is signed is signed after it, unless its name says "changed".
import { webcrypto } from 'node:crypto';
import { text } from 'node:stream/consumers';

const { subtle } = webcrypto;
const utf8 = { encode: (text) => Buffer.from(text, 'utf8') };
const base64 = (bytes) => Buffer.from(bytes).toString('base64');
const FAR = '4102444800000';

const signingPair = () =>
  subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
const agreementPair = () => subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
const spki = async (pair) => base64(await subtle.exportKey('spki', pair.publicKey));
const pkcs8 = async (pair) => base64(await subtle.exportKey('pkcs8', pair.privateKey));

function lengthPrefixed(...parts) {
  const pieces = parts.flatMap((part) => {
    const bytes = Buffer.from(part, 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(pieces);
}

function derInteger(bytes) {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const digits = bytes.subarray(start);
  const positive = digits[0] >= 0x80 ? Buffer.concat([Buffer.of(0), digits]) : digits;
  return Buffer.concat([Buffer.of(2, positive.length), positive]);
}

async function sign(pair, bytes) {
  const raw = Buffer.from(await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, bytes));
  const body = Buffer.concat([derInteger(raw.subarray(0, 32)), derInteger(raw.subarray(32))]);
  return base64(Buffer.concat([Buffer.of(0x30, body.length), body]));
}

async function encrypt({ message, protocol, tweak, flip }, recipientKey) {
  const ephemeral = await agreementPair();
  const point = Buffer.from(await subtle.exportKey('raw', ephemeral.publicKey));
  const shared = await subtle.deriveBits(
    { name: 'ECDH', public: recipientKey.publicKey },
    ephemeral.privateKey,
    256,
  );
  // The form of a point with both coordinates and the sign of the second one.
  if (tweak === 'point-hybrid') point[0] = 6 + (point[64] & 1);
  const material = await subtle.importKey('raw', Buffer.concat([point, Buffer.from(shared)]), 'HKDF', false, [
    'deriveBits',
  ]);
  const half = protocol === 'ECv1' ? 16 : 32;
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(0),
    info: utf8.encode('Google'),
  };
  const keys = Buffer.from(await subtle.deriveBits(derivation, material, half * 16));
  const aes = await subtle.importKey('raw', keys.subarray(0, half), 'AES-CTR', false, ['encrypt']);
  const counter = { name: 'AES-CTR', counter: new Uint8Array(16), length: 128 };
  const ciphertext = await subtle.encrypt(
    counter,
    aes,
    tweak === 'not-text' ? Buffer.of(0xff, 0xfe) : utf8.encode(message),
  );
  const mac = { name: 'HMAC', hash: 'SHA-256' };
  const hmac = await subtle.importKey('raw', keys.subarray(half), mac, false, ['sign']);
  const tag = Buffer.from(await subtle.sign('HMAC', hmac, ciphertext));
  if (tweak === 'tag-wrong') tag[0] ^= 1;
  if (tweak === 'off-curve') point[64] ^= 1;
  const sealed = { encryptedMessage: Buffer.from(ciphertext), ephemeralPublicKey: point, tag };
  if (flip) sealed[flip.part][flip.at] ^= flip.mask;
  const compressed = Buffer.concat([Buffer.of(2 + (point[64] & 1)), point.subarray(1, 33)]);
  const members = {
    encryptedMessage: base64(sealed.encryptedMessage),
    ephemeralPublicKey: base64(tweak === 'point-compressed' ? compressed : point),
    tag: base64(tweak === 'tag-short' ? tag.subarray(0, 16) : tag),
  };
  if (tweak === 'message-member-more') members.more = 'x';
  if (tweak === 'message-member-missing') delete members.tag;
  return JSON.stringify(members);
}

async function intermediateKey(wish, roots) {
  const { protocol, sender = 'Google', intermediateExpiration = FAR, tweak } = wish;
  const pair = await signingPair();
  const key = { keyValue: await spki(pair), more: 'allowed' };
  if (intermediateExpiration !== null) key.keyExpiration = intermediateExpiration;
  if (tweak === 'signed-key-garbage') key.keyValue = base64('no key');
  let signedKey = JSON.stringify(key);
  const bytes = lengthPrefixed(sender, protocol, signedKey);
  const right = await sign(roots.good, bytes);
  const wrong = await sign(roots.alien, bytes);
  const signatures = {
    'signatures-two': [wrong, 'garbage', right],
    'signatures-wrong': [wrong],
    'signatures-none': [],
  };
  if (tweak === 'signed-key-changed') signedKey = signedKey.replace('allowed', 'Allowed');
  const members = { signedKey, signatures: signatures[tweak] ?? [right] };
  if (tweak === 'intermediate-member-more') members.more = 'x';
  return { pair, members };
}

async function rootList(wish, roots) {
  const { protocol, rootExpiration = FAR, tweak } = wish;
  const entry = async (pair, protocolVersion) => ({
    keyValue: await spki(pair),
    protocolVersion,
    ...(rootExpiration === null ? {} : { keyExpiration: rootExpiration }),
  });
  const other = protocol === 'ECv1' ? 'ECv2' : 'ECv1';
  const good = await entry(roots.good, protocol);
  const alien = await entry(roots.alien, protocol);
  if (tweak === 'root-alien') return [alien];
  if (tweak === 'root-of-other-protocol') return [await entry(roots.good, other)];
  // Another root signed with a protocol's own key present: the key must be one for the protocol.
  if (tweak === 'root-mixed') return [await entry(roots.good, other), alien];
  if (tweak === 'roots-two') return [alien, good];
  return [good];
}

function spoilMembers(members, tweak) {
  const changes = {
    'member-more': () => ({ ...members, more: 'x' }),
    'member-missing': () => ({ ...members, signature: undefined }),
    'member-type': () => ({ ...members, signature: 7 }),
    'protocol-int': () => ({ ...members, protocolVersion: 1 }),
    'protocol-float': () => ({ ...members, protocolVersion: 1.1 }),
    'protocol-missing': () => ({ ...members, protocolVersion: undefined }),
    'protocol-unknown': () => ({ ...members, protocolVersion: 'ECv3' }),
    'message-changed': () => ({ ...members, signedMessage: `${members.signedMessage} ` }),
    'intermediate-missing': () => ({ ...members, intermediateSigningKey: undefined }),
    'intermediate-foreign': () => ({
      ...members,
      intermediateSigningKey: { signedKey: '{}', signatures: [] },
    }),
  };
  return changes[tweak]?.() ?? members;
}

async function mint(wish) {
  const { protocol, sender = 'Google', recipient, message, tweak } = wish;
  const roots = { good: await signingPair(), alien: await signingPair() };
  const recipientKey = await agreementPair();
  const signedMessage = protocol === 'ECv2SigningOnly' ? message : await encrypt(wish, recipientKey);
  let signer = roots.good;
  const members = { protocolVersion: protocol, signedMessage };
  if (protocol !== 'ECv1') {
    const intermediate = await intermediateKey(wish, roots);
    signer = intermediate.pair;
    members.intermediateSigningKey = intermediate.members;
  }
  if (tweak === 'signer-alien') signer = roots.alien;
  members.signature = await sign(signer, lengthPrefixed(sender, recipient, protocol, signedMessage));
  let token = JSON.stringify(spoilMembers(members, tweak));
  if (tweak === 'member-doubled') token = token.replace('{', '{"signature":"x",');
  return {
    token,
    roots: JSON.stringify({ keys: await rootList(wish, roots) }),
    key: await pkcs8(recipientKey),
    otherKey: await pkcs8(await agreementPair()),
  };
}

const wishes = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await Promise.all(wishes.map(mint))));
