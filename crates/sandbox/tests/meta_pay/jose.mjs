// Meta Pay's containers and request signatures by the library jose. Reads a JSON list of jobs from standard input and
// prints the list of answers; fails when a signature, a certificate or an encryption does not hold.
import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { TextDecoder, TextEncoder } from 'node:util';
import {
  CompactEncrypt,
  CompactSign,
  FlattenedSign,
  compactDecrypt,
  compactVerify,
  flattenedVerify,
} from 'jose';

const demand = (holds, what) => {
  if (!holds) throw new Error(what);
};
const privateKey = (base64) =>
  createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
const derOf = (pem) => new X509Certificate(pem).raw.toString('base64');
const certificatesOf = (pem) => pem.match(/-----BEGIN[^]+?-----END CERTIFICATE-----/g).map(derOf);

/** The key of the first certificate, if the chain leads to the root. */
const signerOf = (root) => (header) => {
  const chain = header.x5c.map((der) => new X509Certificate(Buffer.from(der, 'base64')));
  chain.push(new X509Certificate(root));
  chain.forEach((certificate, index) => {
    const issuer = chain[index + 1] ?? certificate;
    demand(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey), `certificate ${index}`);
    demand(certificate.ca === index > 0, `authority ${index}`);
  });
  return chain[0].publicKey;
};

const jobs = {
  async open({ data, root, key }) {
    const signed = await compactVerify(data, signerOf(root), { algorithms: ['ES256'] });
    const only = { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] };
    const sealed = new TextDecoder().decode(signed.payload);
    const { plaintext } = await compactDecrypt(sealed, privateKey(key), only);
    return JSON.parse(new TextDecoder().decode(plaintext));
  },
  async make({ message, recipient, signer, certificates, encryption }) {
    const { apu, apv, ...header } = encryption;
    const encrypt = new CompactEncrypt(new TextEncoder().encode(message));
    encrypt.setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', ...header });
    if (apu) {
      const parties = { apu: Buffer.from(apu, 'base64url'), apv: Buffer.from(apv, 'base64url') };
      encrypt.setKeyManagementParameters(parties);
    }
    const sealed = await encrypt.encrypt(createPublicKey(privateKey(recipient)));
    const sign = new CompactSign(new TextEncoder().encode(sealed));
    sign.setProtectedHeader({ x5c: certificatesOf(certificates), alg: 'ES256' });
    return sign.sign(privateKey(signer));
  },
  async verify({ signature, body, root }) {
    const [header, payload, value] = signature.split('.');
    demand(payload === '', 'not detached');
    const jws = { protected: header, payload: Buffer.from(body).toString('base64url'), signature: value };
    await flattenedVerify(jws, signerOf(root), { algorithms: ['ES256'] });
    return true;
  },
  async sign({ body, signer, certificates }) {
    const sign = new FlattenedSign(new TextEncoder().encode(body));
    sign.setProtectedHeader({ alg: 'ES256', x5c: certificatesOf(certificates) });
    const jws = await sign.sign(privateKey(signer));
    return `${jws.protected}..${jws.signature}`;
  },
};

const answers = [];
for (const job of JSON.parse(await text(process.stdin))) answers.push(await jobs[job.do](job));
process.stdout.write(JSON.stringify(answers));
