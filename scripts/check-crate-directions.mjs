// Fails if a dependency between our crates points against this direction:
// server -> commands -> {account-pages, order-mail, saved-cards} -> {order-page, page-policy, privacy, storefront} -> {abuse, assets, order-commands, order-events, reconciliation, shop-wallets, sign-in}
// -> {attempts, carrier, company-register, import, listener} -> config -> {accounts, admission, downloads, gift-cards, idempotency, ids, texts}
// -> {sandbox, payments, store} -> wallets -> {commerce, outbound, passkeys}; the sandbox's gateway decrypts wallet tokens, as real gateways do,
// and the client of Amazon Pay signs.
import { execFileSync } from 'node:child_process';

const allowed = {
  'zkratka-abuse': ['zkratka-commerce', 'zkratka-config', 'zkratka-ids', 'zkratka-listener'],
  'zkratka-account-pages': [
    'zkratka-abuse',
    'zkratka-assets',
    'zkratka-attempts',
    'zkratka-commerce',
    'zkratka-ids',
    'zkratka-order-page',
    'zkratka-sign-in',
    'zkratka-store',
    'zkratka-texts',
  ],
  'zkratka-accounts': ['zkratka-commerce', 'zkratka-store'],
  'zkratka-admission': ['zkratka-commerce'],
  'zkratka-assets': ['zkratka-commerce', 'zkratka-texts'],
  'zkratka-attempts': [
    'zkratka-admission',
    'zkratka-commerce',
    'zkratka-ids',
    'zkratka-payments',
    'zkratka-store',
  ],
  'zkratka-carrier': ['zkratka-commerce', 'zkratka-config', 'zkratka-outbound'],
  'zkratka-commands': [
    'zkratka-attempts',
    'zkratka-commerce',
    'zkratka-config',
    'zkratka-gift-cards',
    'zkratka-ids',
    'zkratka-order-commands',
    'zkratka-order-events',
    'zkratka-order-mail',
    'zkratka-privacy',
    'zkratka-reconciliation',
    'zkratka-store',
    'zkratka-texts',
    'zkratka-wallets',
  ],
  'zkratka-commerce': [],
  'zkratka-company-register': ['zkratka-commerce', 'zkratka-config', 'zkratka-outbound'],
  'zkratka-config': [
    'zkratka-commerce',
    'zkratka-gift-cards',
    'zkratka-payments',
    'zkratka-sandbox',
    'zkratka-store',
    'zkratka-texts',
    'zkratka-wallets',
  ],
  'zkratka-downloads': ['zkratka-commerce'],
  'zkratka-gift-cards': ['zkratka-commerce', 'zkratka-store'],
  'zkratka-graphql-engine': [],
  'zkratka-idempotency': ['zkratka-commerce', 'zkratka-store'],
  'zkratka-ids': ['zkratka-commerce', 'zkratka-store'],
  'zkratka-import': ['zkratka-commerce', 'zkratka-config', 'zkratka-downloads', 'zkratka-store'],
  'zkratka-listener': ['zkratka-config'],
  'zkratka-order-commands': ['zkratka-commerce', 'zkratka-store', 'zkratka-texts'],
  'zkratka-order-events': [
    'zkratka-commerce',
    'zkratka-config',
    'zkratka-ids',
    'zkratka-outbound',
    'zkratka-store',
  ],
  'zkratka-order-mail': [
    'zkratka-abuse',
    'zkratka-attempts',
    'zkratka-commerce',
    'zkratka-config',
    'zkratka-gift-cards',
    'zkratka-ids',
    'zkratka-order-events',
    'zkratka-order-page',
    'zkratka-sign-in',
    'zkratka-store',
    'zkratka-texts',
  ],
  'zkratka-order-page': [
    'zkratka-assets',
    'zkratka-commerce',
    'zkratka-config',
    'zkratka-downloads',
    'zkratka-gift-cards',
    'zkratka-ids',
    'zkratka-store',
    'zkratka-texts',
  ],
  'zkratka-outbound': [],
  'zkratka-page-policy': ['zkratka-assets', 'zkratka-commerce', 'zkratka-config'],
  'zkratka-passkeys': [],
  'zkratka-payments': ['zkratka-commerce', 'zkratka-outbound', 'zkratka-wallets'],
  'zkratka-privacy': ['zkratka-commerce', 'zkratka-config', 'zkratka-order-events', 'zkratka-store'],
  'zkratka-reconciliation': [
    'zkratka-attempts',
    'zkratka-commerce',
    'zkratka-config',
    'zkratka-payments',
    'zkratka-sandbox',
    'zkratka-store',
  ],
  'zkratka-sandbox': ['zkratka-commerce', 'zkratka-outbound', 'zkratka-wallets'],
  'zkratka-server': [
    'zkratka-abuse',
    'zkratka-account-pages',
    'zkratka-admission',
    'zkratka-assets',
    'zkratka-attempts',
    'zkratka-carrier',
    'zkratka-commands',
    'zkratka-commerce',
    'zkratka-company-register',
    'zkratka-config',
    'zkratka-downloads',
    'zkratka-gift-cards',
    'zkratka-graphql-engine',
    'zkratka-idempotency',
    'zkratka-ids',
    'zkratka-import',
    'zkratka-listener',
    'zkratka-order-commands',
    'zkratka-order-events',
    'zkratka-order-mail',
    'zkratka-order-page',
    'zkratka-page-policy',
    'zkratka-payments',
    'zkratka-privacy',
    'zkratka-reconciliation',
    'zkratka-sandbox',
    'zkratka-saved-cards',
    'zkratka-shop-wallets',
    'zkratka-sign-in',
    'zkratka-store',
    'zkratka-storefront',
    'zkratka-texts',
    'zkratka-wallets',
  ],
  'zkratka-saved-cards': [
    'zkratka-commerce',
    'zkratka-ids',
    'zkratka-payments',
    'zkratka-sign-in',
    'zkratka-store',
    'zkratka-texts',
  ],
  'zkratka-sign-in': [
    'zkratka-accounts',
    'zkratka-commerce',
    'zkratka-config',
    'zkratka-ids',
    'zkratka-passkeys',
    'zkratka-store',
    'zkratka-texts',
  ],
  'zkratka-shop-wallets': [
    'zkratka-commerce',
    'zkratka-config',
    'zkratka-ids',
    'zkratka-payments',
    'zkratka-sandbox',
    'zkratka-store',
    'zkratka-wallets',
  ],
  'zkratka-store': ['zkratka-commerce'],
  'zkratka-storefront': ['zkratka-assets', 'zkratka-commerce', 'zkratka-texts'],
  'zkratka-texts': ['zkratka-commerce'],
  'zkratka-wallets': ['zkratka-commerce', 'zkratka-outbound'],
  'zkratka-bench': ['zkratka-commerce', 'zkratka-sandbox', 'zkratka-testing', 'zkratka-wallets'],
  'zkratka-testing': ['zkratka-graphql-engine', 'zkratka-store'],
};
// The rules are pure: these crates must not read a clock, a file, the network or randomness. jiff is built without the
// system's time zones; its bundled zones are data.
const pureCrates = {
  'zkratka-passkeys': ['base64', 'p256', 'ring', 'rsa', 'serde', 'serde_json', 'sha2', 'subtle', 'thiserror'],
  'zkratka-commerce': ['idna', 'jiff', 'serde', 'serde_json', 'sha2', 'thiserror', 'unicode-normalization'],
};

const metadata = JSON.parse(
  execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1', '--offline'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }),
);

const faults = [];
for (const crate of metadata.packages) {
  const mayUse = allowed[crate.name];
  if (mayUse === undefined) {
    faults.push(`${crate.name}: list its allowed dependencies in scripts/check-crate-directions.mjs`);
    continue;
  }
  const used = crate.dependencies
    .filter((dependency) => dependency.kind === null)
    .map((dependency) => dependency.name);
  for (const name of used) {
    if (name.startsWith('zkratka-') && !mayUse.includes(name)) {
      faults.push(`${crate.name} must not depend on ${name}`);
    }
    const pure = pureCrates[crate.name];
    if (pure && !pure.includes(name)) faults.push(`${crate.name} is pure and must not depend on ${name}`);
  }
}
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`crate directions: ${metadata.packages.length} crates, all pointing the right way`);
