// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { walletContent } from './content.ts';

const ECV1 = { signature: 'MEQ=', signedMessage: '{"tag":"\\u003d"}', protocolVersion: 'ECv1' };
const KEY = { signedKey: '{"keyValue":"A"}', signatures: ['MEU='] };
const ECV2 = { ...ECV1, protocolVersion: 'ECv2', intermediateSigningKey: KEY };

describe('walletContent', () => {
  it.each([ECV1, ECV2])('[3.13] takes the signed parts over to the letter: $protocolVersion', (token) => {
    expect(walletContent(JSON.stringify(token))).toEqual({ input: 'googlePayWalletContent', fields: token });
  });

  it('[3.13] leaves out what the API does not know', () => {
    const odd = { ...ECV2, more: 1, intermediateSigningKey: { ...KEY, more: 1 } };
    expect(walletContent(JSON.stringify(odd))?.fields).toEqual(ECV2);
  });

  it.each([
    '',
    'tok_123',
    'null',
    '[]',
    '"text"',
    '{}',
    ...Object.keys(ECV1).flatMap((key) => [
      JSON.stringify({ ...ECV1, [key]: undefined }),
      JSON.stringify({ ...ECV1, [key]: '' }),
      JSON.stringify({ ...ECV1, [key]: 1 }),
    ]),
    ...[null, 'x', {}, { ...KEY, signedKey: 1 }, { ...KEY, signatures: [] }, { ...KEY, signatures: [1] }].map(
      (key) => JSON.stringify({ ...ECV2, intermediateSigningKey: key }),
    ),
  ])('[3.13] %s is no token, and no exception', (token) => {
    expect(walletContent(token)).toBeNull();
  });
});
