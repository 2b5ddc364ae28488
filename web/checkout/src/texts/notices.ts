import type { DecelerationFlag } from '../bootstrap/data.ts';

/** Why a shopper who pressed an accelerated button is here instead; one sentence per flag in the URL. */
export const NOTICES: Readonly<Record<DecelerationFlag, string>> = {
  wallet_currency_change: 'Váš košík a měna byly aktualizovány na základě dodací země.',
  wallet_dynamic_tax:
    'Po zadání adresy se změnila konečná cena. Zkontrolujte prosím souhrn a objednávku dokončete zde.',
  wallet_cart_not_ready:
    'Váš košík se při platbě změnil. Zkontrolujte prosím jeho obsah a objednávku dokončete zde.',
  wallet_not_enough_stock:
    'Některého zboží nemáme tolik, kolik jste chtěli. Množství jsme upravili, zkontrolujte prosím souhrn.',
  wallet_captcha_required: 'Potřebujeme ověřit, že objednáváte opravdu vy. Dokončete prosím objednávku zde.',
  wallet_payment_method_not_applicable:
    'Zvolenou platební metodou tuto objednávku zaplatit nejde. Vyberte prosím jinou.',
  wallet_deferred_payment_required:
    'Tato objednávka vyžaduje platbu, kterou zvolená peněženka neumí. Vyberte prosím jiný způsob platby.',
  wallet_localization_extension_field_error:
    'Pro zvolenou zemi potřebujeme ještě doplnit údaje. Dokončete prosím objednávku zde.',
};
