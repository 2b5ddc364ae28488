/** The box that shows the fields of a company. */
export const FOR_COMPANY = 'Nakupuji na\u00a0firmu';

export const REGISTER_TEXTS = {
  asked: 'Hledáme firmu v\u00a0registru…',
  filled: 'Údaje firmy jsme doplnili z\u00a0registru, můžete je upravit.',
  unknown: 'Firmu s\u00a0tímto IČO jsme v\u00a0registru nenašli. Vyplňte prosím její údaje.',
  failed: 'Registr firem teď neodpovídá. Vyplňte prosím údaje firmy.',
} as const;

/** The register has other texts than the buyer. */
export const inRegister = (name: string): string => `V\u00a0registru má toto IČO ${name}.`;
