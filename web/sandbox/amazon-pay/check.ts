import { isObject, isText, members, type Members } from '../../base/read.ts';
import { AmazonPayError, type MistakeCode } from './error.ts';

/** The values that Amazon publishes for settings with a list. Czech is none of its languages, nor the koruna a ledger's currency. */
const LISTS: Readonly<Record<string, readonly unknown[]>> = {
  ledgerCurrency: ['EUR', 'GBP', 'JPY', 'USD'],
  checkoutLanguage: ['en_US', 'en_GB', 'de_DE', 'fr_FR', 'it_IT', 'es_ES', 'ja_JP', undefined],
  productType: ['PayAndShip', 'PayOnly'],
  placement: ['Home', 'Product', 'Cart', 'Checkout', 'Other'],
  buttonColor: ['Gold', 'LightGray', 'DarkGray', undefined],
  design: ['C0001', undefined],
};

const CURRENCIES: readonly unknown[] = 'AUD CHF DKK EUR GBP HKD JPY NOK NZD SEK USD ZAR'.split(' ');

/** Such an id names its environment, so that the setting `sandbox` would say the same a second time. */
const NAMES_ENVIRONMENT = /^(?:LIVE|SANDBOX)-/;

const AMOUNT = /^\d+(?:\.\d{1,2})?$/;

const ALGORITHMS: readonly unknown[] = ['AMZN-PAY-RSASSA-PSS', 'AMZN-PAY-RSASSA-PSS-V2', undefined];

function demand(holds: boolean, setting: string, code: MistakeCode = 'InvalidParameterValue'): void {
  if (!holds) throw new AmazonPayError(code, setting);
}

const demandText = (settings: Members, name: string, path = name): void => {
  demand(isText(settings[name]), path, 'MissingParameterValue');
};

/** Checks the settings of a button, which begins a checkout only later. Throws an `AmazonPayError`. */
export function checkButton(settings: unknown): Members {
  demand(isObject(settings), 'settings', 'MissingParameterValue');
  const given = members(settings);
  for (const name of ['merchantId', 'ledgerCurrency', 'productType', 'placement']) demandText(given, name);
  for (const [name, known] of Object.entries(LISTS)) demand(known.includes(given[name]), name);
  const { sandbox, estimatedOrderAmount } = given;
  demand(sandbox === undefined || typeof sandbox === 'boolean', 'sandbox');
  if (estimatedOrderAmount !== undefined) checkAmount(estimatedOrderAmount);
  return given;
}

/** Checks an amount that a button shows. Throws an `AmazonPayError`. */
export function checkAmount(estimated: unknown): void {
  const { amount, currencyCode } = members(estimated);
  demand(isText(amount) && AMOUNT.test(amount), 'estimatedOrderAmount.amount');
  demand(CURRENCIES.includes(currencyCode), 'estimatedOrderAmount.currencyCode');
}

/** Checks everything that begins a checkout. Throws an `AmazonPayError`. */
export function checkCheckout(settings: unknown): Members {
  const given = checkButton(settings);
  const path = 'createCheckoutSessionConfig';
  demand(isObject(given[path]), path, 'MissingParameterValue');
  const config = members(given[path]);
  // The signature covers the exact text, so an object is a mistake.
  for (const name of ['payloadJSON', 'signature']) demandText(config, name, `${path}.${name}`);
  demand(ALGORITHMS.includes(config['algorithm']), `${path}.algorithm`);
  const keyId = config['publicKeyId'] ?? given['publicKeyId'];
  demand(isText(keyId), 'publicKeyId', 'MissingParameterValue');
  const isNamed = NAMES_ENVIRONMENT.test(String(keyId));
  demand(isNamed === (given['sandbox'] === undefined), 'sandbox', 'InvalidParameterCombination');
  return given;
}
