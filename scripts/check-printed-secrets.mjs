// Fails if the output of a test run contains a private key, a wallet's token or a card number. Does not print the finding itself.
//   node scripts/check-printed-secrets.mjs FILE_OR_FOLDER...
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { secretsIn } from './printed-secrets.mjs';

const within = (path) =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => within(join(path, name))) : [path];

const given = process.argv.slice(2);
const missing = given.filter((path) => !existsSync(path));
if (given.length === 0 || missing.length > 0) {
  console.error(`nothing to check: ${missing.join(', ') || 'no file given'}`);
  process.exit(2);
}

let lines = 0;
let faults = 0;
for (const file of given.flatMap(within)) {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1;
    const secrets = secretsIn(line);
    if (secrets.length === 0) continue;
    faults += 1;
    console.error(`${file}:${number}: ${secrets.join(', ')}`);
  }
  lines += number;
}
console.log(`${lines} printed lines, ${faults} with secrets`);
process.exit(faults === 0 ? 0 : 1);
