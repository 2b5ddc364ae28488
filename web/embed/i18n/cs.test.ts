// @vitest-environment node
import { describe, expect, it } from 'vitest';
import * as cs from './cs.ts';
import { SUBSCRIPTION_POLICY_MISSING } from './subscription.cs.ts';
import * as wallet from './wallet.cs.ts';

describe('Czech texts', () => {
  it.each([
    [cs.BUY_IT_NOW_LABEL, 'Koupit teď'],
    [cs.MORE_OPTIONS_LABEL, 'Další platební možnosti'],
    [cs.CLOSE, 'Zavřít'],
    [cs.CHECKOUT_ERROR.title, 'Transakce se nezdařila'],
    [
      cs.CHECKOUT_ERROR.text,
      'Pokladna není aktuálně k dispozici kvůli technickým problémům. Zkuste to prosím za několik minut znovu.',
    ],
    [wallet.walletError('PayPal').title, 'Peněženka PayPal není k dispozici'],
    [
      wallet.walletError('PayPal').text,
      'Došlo k problému s peněženkou PayPal. Zkuste to znovu nebo použijte jinou platební metodu.',
    ],
    [
      wallet.walletEligibility('PayPal').text,
      'Položky splňující podmínky pro PayPal už váš košík neobsahuje.',
    ],
    [cs.OUT_OF_STOCK.title, 'Transakce se nezdařila'],
    [cs.OUT_OF_STOCK.text, 'Tato položka již není k dispozici.'],
    [wallet.CURRENCY_CHANGED, 'Váš košík a měna byly aktualizovány na základě dodací země.'],
    [cs.customValidation('Zpráva').title, 'Transakce se nezdařila'],
    [wallet.walletValidation('Zpráva', 'PayPal').title, 'Peněženka PayPal není k dispozici'],
  ])('[8.01] %s', (text, listed) => {
    expect(text).toBe(listed);
  });

  it.each([
    [wallet.unserviceableAddress('Světluška'), 'Světluška momentálně nedoručuje na tuto adresu'],
    [wallet.unserviceableAddress(''), 'Na tuto adresu momentálně nedoručujeme'],
    [SUBSCRIPTION_POLICY_MISSING, 'Zásady předplatného nebylo možné najít. Aktualizujte stránku'],
  ])('[8.01] an elision is completed, never shown: %s', (text, listed) => {
    expect(text.startsWith(listed)).toBe(true);
    expect(text.length).toBeGreaterThan(listed.length + 3);
    expect(text).not.toMatch(/\.\.\.|…|%\{/);
  });
});
