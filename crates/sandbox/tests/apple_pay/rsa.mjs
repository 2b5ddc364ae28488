// Makes an RSA key pair: for RSA_v1 the merchant brings one.
import { generateKeyPairSync } from 'node:crypto';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const base64 = (key, type) => key.export({ format: 'der', type }).toString('base64');
process.stdout.write(
  JSON.stringify({ spki: base64(pair.publicKey, 'spki'), pkcs8: base64(pair.privateKey, 'pkcs8') }),
);
