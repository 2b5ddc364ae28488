// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { readParams } from './params.ts';

describe('the parameters of the shop wallet', () => {
  it('are read as the shop wrote them', () => {
    expect(
      readParams({
        walletName: 'Káva Pay',
        walletOrigin: 'https://pay.shop.example/path?x#y',
        personalized: true,
        animationDelay: true,
      }),
    ).toEqual({
      name: 'Káva Pay',
      origin: 'https://pay.shop.example',
      isPersonalised: true,
      isDelayed: true,
    });
  });

  it.each([
    {},
    { walletName: '', walletOrigin: '', personalized: 'true', animationDelay: 1 },
    { walletName: 'Třináct písmen', walletOrigin: 'javascript:alert(1)' },
    { walletName: 7, walletOrigin: 'no address' },
    { walletOrigin: null },
  ])('without something to use they leave the button plain: %j', (params) => {
    expect(readParams(params)).toEqual({ name: null, origin: null, isPersonalised: false, isDelayed: false });
  });
});
