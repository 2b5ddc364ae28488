// Opens Apple Pay tokens with Node's own cryptography: code that shares nothing with what issues them. Reads a JSON list
// of jobs {token, root, key, merchantId, now} from standard input and prints what the tokens say; fails when one does
// not hold. Only what is needed of BER is read here.
import {
  X509Certificate,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
} from 'node:crypto';
import { constants, privateDecrypt, verify } from 'node:crypto';
import { text } from 'node:stream/consumers';

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const demand = (holds, what) => {
  if (!holds) throw new Error(what);
};

/** The element at an offset: where its content begins and ends, and where it ends itself. */
function elementAt(bytes, at) {
  const first = bytes[at + 1];
  if (first === 0x80) {
    let end = at + 2;
    while (bytes[end] !== 0 || bytes[end + 1] !== 0) end = elementAt(bytes, end).after;
    return { tag: bytes[at], start: at + 2, end, after: end + 2 };
  }
  const digits = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + digits;
  const length = digits === 0 ? first : bytes.readUIntBE(at + 2, digits);
  return { tag: bytes[at], start, end: start + length, after: start + length };
}

function children(bytes) {
  const list = [];
  for (let at = 0; at < bytes.length;) {
    const { tag, start, end, after } = elementAt(bytes, at);
    list.push({ tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, after) });
    at = after;
  }
  return list;
}
const inside = (bytes, ...path) => path.reduce((content, index) => children(content)[index].content, bytes);

const MESSAGE_DIGEST = Buffer.from('06092a864886f70d010904', 'hex');
const SIGNING_TIME = Buffer.from('06092a864886f70d010905', 'hex');
const MARKS = { leaf: '06092a864886f76364061d', intermediate: '060a2a864886f7636406020e' };

function open({ token, root, key, merchantId, now }) {
  const { version, data, signature, header } = token.paymentData;
  const signedData = inside(Buffer.from(signature, 'base64'), 0, 1, 0);
  const [, , , certificates, signers] = children(signedData);
  const found = children(certificates.content).map(({ whole }) => whole);
  const marked = (mark) => found.filter((der) => der.includes(Buffer.from(MARKS[mark], 'hex')));
  demand(found.length === 2 && marked('leaf').length === 1, 'certificates');
  const leaf = new X509Certificate(marked('leaf')[0]);
  const intermediate = new X509Certificate(marked('intermediate')[0]);
  const authority = new X509Certificate(root);
  demand(leaf.checkIssued(intermediate) && leaf.verify(intermediate.publicKey), 'leaf');
  demand(intermediate.checkIssued(authority) && intermediate.verify(authority.publicKey), 'intermediate');
  demand(intermediate.ca && authority.ca && !leaf.ca, 'authority');

  const [, , , attributes, , value] = children(children(signers.content)[0].content);
  const values = Object.fromEntries(
    children(attributes.content).map(({ content }) => {
      const [name, set] = children(content);
      return [name.whole.toString('hex'), children(set.content)[0].content];
    }),
  );
  const wrapped = Buffer.from(header.ephemeralPublicKey ?? header.wrappedKey, 'base64');
  const digest = sha256(
    wrapped,
    Buffer.from(data, 'base64'),
    Buffer.from(header.transactionId, 'hex'),
    Buffer.from(header.applicationData ?? '', 'hex'),
  );
  demand(values[MESSAGE_DIGEST.toString('hex')].equals(digest), 'digest');
  const signed = Buffer.concat([Buffer.of(0x31), attributes.whole.subarray(1)]);
  demand(verify('sha256', signed, leaf.publicKey, value.content), 'signature');
  const time = values[SIGNING_TIME.toString('hex')].toString();
  const [year, month, day, hour, minute, second] = time.match(/\d\d/g);
  const at = Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  demand(Math.abs(now - at) < 300_000, 'signing time');

  const own = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(own).export({ format: 'der', type: 'spki' });
  demand(sha256(spki).toString('base64') === header.publicKeyHash, 'public key hash');
  const symmetric = version === 'EC_v1' ? agree(own, wrapped, merchantId) : unwrap(own, wrapped);
  const sealed = Buffer.from(data, 'base64');
  const cipher = createDecipheriv(
    version === 'EC_v1' ? 'aes-256-gcm' : 'aes-128-gcm',
    symmetric,
    Buffer.alloc(16),
  );
  cipher.setAuthTag(sealed.subarray(-16));
  const message = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return { version, message: JSON.parse(message.toString()) };
}

function agree(own, ephemeral, merchantId) {
  const publicKey = createPublicKey({ key: ephemeral, format: 'der', type: 'spki' });
  const shared = diffieHellman({ privateKey: own, publicKey });
  const info = Buffer.from('\x0did-aes256-GCMApple');
  return sha256(Buffer.of(0, 0, 0, 1), shared, info, sha256(Buffer.from(merchantId)));
}

function unwrap(own, wrapped) {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return privateDecrypt({ key: own, padding, oaepHash: 'sha256' }, wrapped);
}

const jobs = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(jobs.map(open)));
