/** Sentences that belong to no field. */
export const GENERAL_FAULT = 'Objednávku teď nejde odeslat. Zkontrolujte prosím údaje a zkuste to znovu.';

export const NETWORK_FAULT =
  'Nepodařilo se spojit s obchodem. Zkontrolujte připojení k internetu a zkuste to znovu.';

export const SERVER_FAULT =
  'Pokladna není aktuálně k dispozici kvůli technickým problémům. Zkuste to prosím za několik minut znovu.';

export const BUSY_FAULT = 'Obchod je teď velmi vytížený. Zkuste to prosím za chvíli znovu.';

export const CARD_FRAME_FAULT =
  'Formulář pro zadání karty se nepodařilo načíst. Zkuste to znovu, nebo zvolte jiný způsob platby.';

export const CARD_INVALID = 'Zkontrolujte prosím údaje o kartě.';

export const EARLIER_ATTEMPT_FAILED =
  'Předchozí pokus o platbu se nezdařil a nic vám nebylo strženo. Odešlete prosím objednávku znovu.';
