// Mints Apple Pay payment tokens with Node's WebCrypto and a few lines of DER: code independent of the crate, so that both
// must have understood the format alike. Reads a JSON list of wishes from standard input and prints the list of what
// came of them. A wish: {version, merchantId, message, at, applicationData?, tweak?}; `at` is the signing time in
// milliseconds. A tweak spoils one thing; whatever is signed is signed after it, unless its name says "changed".
import { webcrypto } from 'node:crypto';
import { text } from 'node:stream/consumers';
import {
  agreementPair,
  base64,
  basicConstraints,
  certify,
  ecPair,
  element,
  extension,
  integer,
  keyUsage,
  name,
  NULL,
  octets,
  oid,
  pkcs8,
  random,
  sequence,
  set,
  sign,
  spki,
  utcTime,
  utf8,
} from './certificates.mjs';

const { subtle } = webcrypto;
const YEAR = 31_536_000_000;
const sha256 = async (bytes) => Buffer.from(await subtle.digest('SHA-256', bytes));

// The indefinite lengths that Apple writes.
const endless = (tag, ...parts) => Buffer.concat([Buffer.of(tag, 0x80), ...parts, Buffer.of(0, 0)]);

const SHA_256 = sequence(oid('2.16.840.1.101.3.4.2.1'), NULL);
const SHA_1 = sequence(oid('1.3.14.3.2.26'), NULL);
const DATA = oid('1.2.840.113549.1.7.1');

// ---- keys
const rsaPair = (name, uses) =>
  subtle.generateKey(
    { name, hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
    true,
    uses,
  );
const once = {};
const rsaRecipient = () => (once.recipient ??= rsaPair('RSA-OAEP', ['encrypt', 'decrypt']));
const rsaSigner = () => (once.signer ??= rsaPair('RSASSA-PKCS1-v1_5', ['sign', 'verify']));
const marker = (id) => extension(id, false, NULL);
const LEAF = '1.2.840.113635.100.6.29';
const INTERMEDIATE = '1.2.840.113635.100.6.2.14';

async function chain({ at, tweak, version }) {
  const pairs = {
    root: await ecPair('P-384'),
    alien: await ecPair('P-384'),
    intermediate: await ecPair(),
    other: await ecPair(),
    leaf: version === 'RSA_v1' ? await rsaSigner() : await ecPair(),
  };
  const names = { root: name('Root'), intermediate: name('Intermediate'), leaf: name('Leaf') };
  const validity = (who) => {
    if (tweak === `${who}-expired`) return { from: at - YEAR, until: at - 1000 };
    if (tweak === `${who}-early`) return { from: at + 1000, until: at + YEAR };
    return { from: at - YEAR, until: at + YEAR };
  };
  const marked = (who, id) => (tweak === `${who}-unmarked` ? [] : [marker(id)]);
  const root = await certify({
    subject: names.root,
    key: pairs.root,
    issuer: names.root,
    signer: pairs.root,
    ...validity('root'),
    extensions: [basicConstraints(tweak !== 'root-no-authority'), keyUsage(0x06)],
  });
  const intermediate = await certify({
    subject: names.intermediate,
    key: pairs.intermediate,
    issuer: tweak === 'intermediate-issuer-name' ? name('Another') : names.root,
    signer: tweak === 'root-alien' ? pairs.alien : pairs.root,
    ...validity('intermediate'),
    extensions: [
      basicConstraints(tweak !== 'intermediate-no-authority'),
      keyUsage(tweak === 'intermediate-usage' ? 0x80 : 0x06),
      ...marked('intermediate', INTERMEDIATE),
    ],
  });
  const leafOf = (key) => ({
    subject: names.leaf,
    key,
    issuer: tweak === 'leaf-issuer-name' ? name('Another') : names.intermediate,
    signer: tweak === 'leaf-issuer' ? pairs.other : pairs.intermediate,
    ...validity('leaf'),
    extensions: [
      basicConstraints(tweak === 'leaf-authority'),
      keyUsage(tweak === 'leaf-usage' ? 0x06 : 0x80),
      ...(tweak === 'leaf-critical' ? [extension('1.2.3.4', true, NULL)] : []),
      ...marked('leaf', LEAF),
    ],
  });
  const leaf = await certify(leafOf(pairs.leaf));
  const certificates = {
    'leaf-twice': [leaf.der, (await certify(leafOf(pairs.leaf))).der, intermediate.der],
    'leaf-absent': [intermediate.der],
    'intermediate-absent': [leaf.der],
    'root-along': [leaf.der, intermediate.der, root.der],
    'order-other': [intermediate.der, leaf.der],
    'foreign-certificate': [
      leaf.der,
      intermediate.der,
      (
        await certify({
          subject: name('Foreign'),
          key: pairs.other,
          issuer: name('Foreign'),
          signer: pairs.other,
          from: at - YEAR,
          until: at + YEAR,
          extensions: [basicConstraints(true)],
        })
      ).der,
    ],
  };
  return { pairs, root, leaf, certificates: certificates[tweak] ?? [leaf.der, intermediate.der] };
}

// ---- the signature
async function signature({ at, tweak }, { pairs, leaf, certificates }, signed) {
  const attribute = (id, value) => sequence(oid(id), set(value));
  const digest = await sha256(signed);
  const attributes = [
    attribute('1.2.840.113549.1.9.3', tweak === 'content-type' ? oid('1.2.3') : DATA),
    ...(tweak === 'no-signing-time' ? [] : [attribute('1.2.840.113549.1.9.5', utcTime(at))]),
    attribute('1.2.840.113549.1.9.4', octets(digest)),
    ...(tweak === 'digest-twice' ? [attribute('1.2.840.113549.1.9.4', octets(digest))] : []),
  ];
  const signer = tweak === 'signer-alien' ? pairs.other : pairs.leaf;
  const { algorithm, value } = await sign(signer, set(...attributes));
  if (tweak === 'attributes-changed') attributes[1] = attribute('1.2.840.113549.1.9.5', utcTime(at + 1000));
  const info = sequence(
    integer(Buffer.of(tweak === 'signer-version' ? 3 : 1)),
    sequence(leaf.issuer, tweak === 'signer-serial' ? integer(Buffer.of(7)) : integer(leaf.serial)),
    tweak === 'digest-algorithm' ? SHA_1 : SHA_256,
    element(0xa0, ...attributes),
    tweak === 'signature-algorithm' ? sequence(oid('1.2.840.10045.4.1')) : algorithm,
    octets(value),
    ...(tweak === 'unsigned-attributes' ? [element(0xa1, attribute('1.2.3', NULL))] : []),
  );
  const build = tweak === 'definite' ? element : endless;
  const bytes = build(
    0x30,
    tweak === 'content-kind' ? DATA : oid('1.2.840.113549.1.7.2'),
    build(
      0xa0,
      build(
        0x30,
        integer(Buffer.of(1)),
        set(SHA_256),
        build(0x30, DATA, ...(tweak === 'attached' ? [element(0xa0, octets(signed))] : [])),
        build(0xa0, ...certificates),
        set(info, ...(tweak === 'signer-twice' ? [info] : [])),
      ),
    ),
  );
  return tweak === 'bytes-behind' ? Buffer.concat([bytes, Buffer.of(0)]) : bytes;
}

// ---- the message
async function gcm(key, bytes) {
  const cipher = await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  return Buffer.from(await subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(16) }, cipher, bytes));
}

async function sealForCurve({ merchantId, tweak }, recipient, message) {
  const ephemeral = await agreementPair();
  const algorithm = { name: 'ECDH', public: recipient.publicKey };
  const shared = await subtle.deriveBits(algorithm, ephemeral.privateKey, 256);
  const key = await sha256(
    Buffer.concat([
      Buffer.of(0, 0, 0, 1),
      Buffer.from(shared),
      Buffer.from('\x0did-aes256-GCMApple'),
      await sha256(Buffer.from(tweak === 'merchant-other' ? 'merchant.other' : merchantId)),
    ]),
  );
  const wrapped = await spki(ephemeral);
  if (tweak === 'off-curve') wrapped[wrapped.length - 1] ^= 1;
  return { data: await gcm(key, message), wrapped };
}

async function sealForRsa({ tweak }, recipient, message) {
  const key = random(tweak === 'wrapped-long' ? 32 : 16);
  const wrapped = Buffer.from(await subtle.encrypt('RSA-OAEP', recipient.publicKey, key));
  if (tweak === 'wrapped-wrong') wrapped[9] ^= 1;
  return { data: await gcm(key, message), wrapped };
}

async function certificateOf(recipient, { merchantId, at, tweak }) {
  const digits = (await sha256(Buffer.from(merchantId))).toString('hex').toUpperCase();
  const signer = await ecPair();
  const { der } = await certify({
    subject: sequence(set(sequence(oid('0.9.2342.19200300.100.1.1'), utf8(merchantId)))),
    key: recipient,
    issuer: name('Worldwide'),
    signer,
    from: at - YEAR,
    until: at + YEAR,
    extensions:
      tweak === 'certificate-silent'
        ? [keyUsage(0x28)]
        : [extension('1.2.840.113635.100.6.32', false, utf8(digits))],
  });
  return base64(der);
}

function spoilMembers(token, tweak) {
  const flip = (text) => base64(Buffer.from(text, 'base64').map((byte, at) => (at === 80 ? byte ^ 1 : byte)));
  const header = (changes) => ({ ...token, header: { ...token.header, ...changes } });
  const { header: old } = token;
  const changes = {
    'version-int': () => ({ ...token, version: 1 }),
    'version-missing': () => ({ ...token, version: undefined }),
    'version-unknown': () => ({ ...token, version: 'EC_v2' }),
    'member-missing': () => ({ ...token, data: undefined }),
    'member-type': () => ({ ...token, data: 7 }),
    'member-more': () => ({ ...token, more: 'x' }),
    'key-missing': () => header({ ephemeralPublicKey: undefined, wrappedKey: undefined }),
    'hash-missing': () => header({ publicKeyHash: undefined }),
    'hash-other': () => header({ publicKeyHash: base64(Buffer.alloc(32)) }),
    'data-text': () => ({ ...token, data: 'no base64!' }),
    'signature-text': () => ({ ...token, signature: 'no base64!' }),
    'signature-garbage': () => ({ ...token, signature: base64('garbage') }),
    'transaction-upper': () => header({ transactionId: old.transactionId.toUpperCase() }),
    'transaction-odd': () => header({ transactionId: old.transactionId.slice(1) }),
    'transaction-empty': () => header({ transactionId: '' }),
    'data-changed': () => ({ ...token, data: flip(token.data) }),
    'key-changed': () =>
      header(
        token.version === 'EC_v1'
          ? { ephemeralPublicKey: flip(old.ephemeralPublicKey) }
          : { wrappedKey: flip(old.wrappedKey) },
      ),
    'transaction-changed': () => header({ transactionId: `00${old.transactionId.slice(2)}` }),
    'application-changed': () => header({ applicationData: '00'.repeat(32) }),
    'application-removed-changed': () => header({ applicationData: undefined }),
  };
  return changes[tweak]?.() ?? token;
}

async function mint(wish) {
  const { version, message, applicationData, tweak } = wish;
  const curve = version === 'EC_v1';
  const recipient = curve ? await agreementPair() : await rsaRecipient();
  const other = await agreementPair();
  const certified = await chain(wish);
  const { data, wrapped } = await (curve ? sealForCurve : sealForRsa)(wish, recipient, Buffer.from(message));
  if (tweak === 'tag-wrong') data[data.length - 1] ^= 1;
  const transaction = random(32);
  // The spoilt cases rely on letters and on a first byte that is not zero.
  transaction[0] = 0xab;
  const application = Buffer.from(applicationData ?? '', 'hex');
  const signed = Buffer.concat([wrapped, data, transaction, application]);
  const hashed = tweak === 'hash-of-other-kind' ? other : recipient;
  const token = {
    version,
    data: base64(data),
    signature: base64(await signature(wish, certified, signed)),
    header: {
      publicKeyHash: base64(await sha256(await spki(hashed))),
      [curve ? 'ephemeralPublicKey' : 'wrappedKey']: base64(wrapped),
      transactionId: transaction.toString('hex'),
      ...(applicationData ? { applicationData } : {}),
    },
  };
  return {
    token: JSON.stringify(spoilMembers(token, tweak)),
    root: base64(certified.root.der),
    key: await pkcs8(recipient),
    certificate: await certificateOf(recipient, wish),
    otherKey: await pkcs8(other),
    otherCertificate: await certificateOf(other, wish),
    transactionId: transaction.toString('hex'),
  };
}

const wishes = JSON.parse(await text(process.stdin));
const minted = [];
for (const wish of wishes) minted.push(await mint(wish));
process.stdout.write(JSON.stringify(minted));
