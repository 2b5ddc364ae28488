/** Why a payment did not go through, said so that the shopper knows what to do. */
const ANOTHER_WAY = 'Zkuste jinou kartu nebo zvolte jiný způsob platby. Nic vám nebylo strženo.';

const ADDRESS_CHANGED =
  'Adresa doručení se u Amazonu změnila a nic vám nebylo strženo. Zkuste to prosím znovu, nebo zvolte jiný způsob platby.';

const DECLINES: Readonly<Record<string, string>> = {
  PAYMENT_CARD_DECLINED: `Banka platbu kartou zamítla. ${ANOTHER_WAY}`,
  PAYMENT_INSUFFICIENT_FUNDS: `Na kartě není dost peněz. ${ANOTHER_WAY}`,
  PAYMENT_CALL_ISSUER: `Platbu se nepodařilo ověřit u banky. ${ANOTHER_WAY}`,
  PAYMENT_INVALID_CREDIT_CARD: `Kartu se nepodařilo ověřit. ${ANOTHER_WAY}`,
  PAYMENT_INVALID_CURRENCY: `Touto kartou v této měně platit nejde. ${ANOTHER_WAY}`,
  PAYMENT_ADDRESS_CHANGED: ADDRESS_CHANGED,
  PAYMENTS_ADDRESS_CHANGED: ADDRESS_CHANGED,
  PAYMENT_ERROR: `Platba se nezdařila. ${ANOTHER_WAY}`,
  PAYMENT_TRANSIENT_ERROR:
    'Platba nebyla dokončena a nic vám nebylo strženo. Zkuste to prosím znovu, nebo zvolte jiný způsob platby.',
  PAYMENTS_CREDIT_CARD_GENERIC: `Banka platbu kartou zamítla. ${ANOTHER_WAY}`,
  PAYMENTS_CREDIT_CARD_BASE_EXPIRED: `Platnost karty skončila. ${ANOTHER_WAY}`,
  PAYMENTS_CREDIT_CARD_YEAR_EXPIRED: `Platnost karty skončila. ${ANOTHER_WAY}`,
  PAYMENTS_CREDIT_CARD_BRAND_NOT_SUPPORTED: `Tento druh karty obchod nepřijímá. ${ANOTHER_WAY}`,
  PAYMENTS_CREDIT_CARD_BASE_GATEWAY_NOT_SUPPORTED: `Tento druh karty obchod nepřijímá. ${ANOTHER_WAY}`,
  PAYMENTS_CREDIT_CARD_NUMBER_INVALID: 'Číslo karty není platné. Zkontrolujte ho prosím.',
  PAYMENTS_CREDIT_CARD_NUMBER_INVALID_FORMAT: 'Číslo karty není platné. Zkontrolujte ho prosím.',
  PAYMENTS_CREDIT_CARD_SESSION_ID: 'Zadané údaje o kartě už nejsou platné. Odešlete prosím objednávku znovu.',
};

const OTHER_CARD_FAULT = 'Kartu se nepodařilo ověřit. Zkontrolujte prosím její údaje.';

export function isDecline(code: string): boolean {
  return Object.hasOwn(DECLINES, code) || code.startsWith('PAYMENTS_CREDIT_CARD_');
}

/** Whether the goods would have gone to another address than the order's. */
export function isAddressChange(code: string): boolean {
  return declineText(code) === ADDRESS_CHANGED;
}

export function declineText(code: string): string {
  return DECLINES[code] ?? OTHER_CARD_FAULT;
}
