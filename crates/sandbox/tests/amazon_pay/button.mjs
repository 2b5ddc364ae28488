// Verifies the signature of a button with Node's own cryptography. Reads {payload, signature, privateKey} from standard input, and
// prints which text and salt the signature fits.
import { constants, createHash, createPublicKey, verify } from 'node:crypto';
import { json } from 'node:stream/consumers';

const { payload, signature, privateKey } = await json(process.stdin);
const key = createPublicKey(privateKey);

const isOf = (content, saltLength) => {
  const digest = createHash('sha256').update(content).digest('hex');
  const signed = Buffer.from(`AMZN-PAY-RSASSA-PSS-V2\n${digest}`);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return verify('sha256', signed, { key, padding, saltLength }, Buffer.from(signature, 'base64'));
};

console.log(
  JSON.stringify({
    exact: isOf(payload, 32),
    olderSalt: isOf(payload, 20),
    changed: isOf(payload.replace('EUR', 'USD'), 32),
  }),
);
