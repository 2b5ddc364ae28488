// Finds secrets in printed text: private keys, wallets' tokens, card numbers. There is one rule per kind. Each also finds
// secrets that are encoded as JSON strings.

/** Whether the digits of a text end in a valid check digit (Luhn). */
function isCardNumber(text) {
  const digits = [...text.replace(/\D/g, '')].map(Number).reverse();
  const sum = digits.reduce((sum, digit, at) => {
    const value = at % 2 === 0 ? digit : digit * 2;
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const quote = String.raw`\\*"`;
const member = (names, value) => new RegExp(`${quote}(?:${names})${quote}\\s*:\\s*${value}`, 'g');

const rules = [
  { kind: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/g },
  // PKCS #8 and SEC 1 of P-256, and PKCS #8 of RSA, in base64 without a frame.
  {
    kind: 'a private key',
    pattern: /MIGHAgEAMBMGByqGSM49|MHcCAQEEI|MIIE[uv][A-Za-z0-9+/]IBADANBgkqhkiG9w0BAQEFAASC/g,
  },
  // The start of the signature in Apple's tokens, in Apple's encoding and in plain DER.
  { kind: 'an Apple Pay token', pattern: /MIAGCSqGSIb3DQEHAqC|MII[A-Za-z0-9+/]{3}YJKoZIhvcNAQcCo/g },
  {
    kind: 'an Apple Pay token',
    pattern: member('ephemeralPublicKey|wrappedKey', `${quote}[A-Za-z0-9+/]{20}`),
  },
  { kind: 'a Google Pay token', pattern: member('signedMessage|encryptedMessage|signedKey', `${quote}.`) },
  // A signature over an encryption, in compact form.
  { kind: 'a Meta Pay container', pattern: /eyJ[\w-]{10,}\.ZXlK[\w-]{20,}/g },
  {
    kind: 'an opened token',
    pattern: member(
      'applicationPrimaryAccountNumber|onlinePaymentCryptogram|pan|cryptogram',
      `${quote}[A-Za-z0-9+/]{6}`,
    ),
  },
  { kind: 'a signed authorisation', pattern: /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g },
  // Fifteen or sixteen digits of the accepted networks, with or without groups, and no adjacent digits.
  {
    kind: 'a card number',
    pattern: /(?<![\w.,-])(?:3[47]|4\d|5[1-5]|2[2-7])\d{2}(?:[ -]?\d{4}){2}[ -]?\d{3,4}(?![\w-]|[.,]\d)/g,
    holds: isCardNumber,
  },
];

/** The kinds of secrets in a line. */
export function secretsIn(line) {
  const found = rules.filter(({ pattern, holds = () => true }) =>
    [...line.matchAll(pattern)].some(([text]) => holds(text)),
  );
  return [...new Set(found.map(({ kind }) => kind))];
}
