// Makes a partner's key and certificates. Reads a JSON list of wishes {at} from standard input and prints a list of
// {key, certificates, root}: base64 of PKCS #8, PEM with the key's own certificate first, PEM.
import { text } from 'node:stream/consumers';
import { base64, basicConstraints, certify, ecPair, keyUsage, name, pkcs8 } from './certificates.mjs';

const YEAR = 31_536_000_000;
const pem = (der) => {
  const lines = base64(der).match(/.{1,64}/g);
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
};

async function partner({ at }) {
  const [root, intermediate, leaf] = [await ecPair(), await ecPair(), await ecPair()];
  const validity = { from: at - YEAR, until: at + YEAR };
  const issued = (subject, key, issuer, signer, authority) =>
    certify({
      subject: name(subject),
      key,
      issuer: name(issuer),
      signer,
      ...validity,
      extensions: [basicConstraints(authority), keyUsage(authority ? 0x06 : 0x80)],
    });
  const own = await issued('partner', leaf, 'intermediate', intermediate, false);
  const above = await issued('intermediate', intermediate, 'root', root, true);
  const top = await issued('root', root, 'root', root, true);
  return { key: await pkcs8(leaf), certificates: `${pem(own.der)}${pem(above.der)}`, root: pem(top.der) };
}

const wishes = JSON.parse(await text(process.stdin));
const made = [];
for (const wish of wishes) made.push(await partner(wish));
process.stdout.write(JSON.stringify(made));
