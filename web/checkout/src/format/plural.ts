const rules = new Intl.PluralRules('cs-CZ');

/** Czech needs three forms: 1 položka, 2 položky, 5 položek. */
export interface Forms {
  readonly one: string;
  readonly few: string;
  readonly many: string;
}

export function plural(count: number, forms: Forms): string {
  const rule = rules.select(count);
  const form = rule === 'one' ? forms.one : rule === 'few' ? forms.few : forms.many;
  return `${String(count)}\u00a0${form}`;
}

export const PIECES: Forms = { one: 'kus', few: 'kusy', many: 'kusů' };
export const PLACES: Forms = { one: 'výdejní místo', few: 'výdejní místa', many: 'výdejních míst' };
export const FIELDS: Forms = { one: 'údaj', few: 'údaje', many: 'údajů' };

/** `zbývá 1 kus`, `zbývají 2 kusy`, `zbývá 5 kusů`: the verb follows the number, too. */
export function remaining(count: number): string {
  return `${rules.select(count) === 'few' ? 'zbývají' : 'zbývá'} ${plural(count, PIECES)}`;
}
