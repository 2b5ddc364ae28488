const rules = new Intl.PluralRules('cs-CZ');

const decimals = new Intl.NumberFormat('cs-CZ', { useGrouping: false });

/** Czech needs four forms: 1 položka, 2 položky, 5 položek, and 1,5 položky for whatever is no whole number. */
export interface Forms {
  readonly one: string;
  readonly few: string;
  readonly decimal: string;
  readonly many: string;
}

/** A number with the counted noun in its Czech plural form. */
export function plural(count: number, forms: Forms): string {
  return `${decimals.format(count)}\u00a0${form(count, forms)}`;
}

function form(count: number, forms: Forms): string {
  switch (rules.select(count)) {
    case 'one':
      return forms.one;
    case 'few':
      return forms.few;
    // In Czech `many` is for decimals; whole numbers from 5 on, and 0, are `other`.
    case 'many':
      return forms.decimal;
    default:
      return forms.many;
  }
}

export const PIECES: Forms = { one: 'kus', few: 'kusy', decimal: 'kusu', many: 'kusů' };
export const PLACES: Forms = {
  one: 'výdejní místo',
  few: 'výdejní místa',
  decimal: 'výdejního místa',
  many: 'výdejních míst',
};
export const FIELDS: Forms = { one: 'údaj', few: 'údaje', decimal: 'údaje', many: 'údajů' };

/** `zbývá 1 kus`, `zbývají 2 kusy`, `zbývá 5 kusů`: the verb follows the number, too. */
export function remaining(count: number): string {
  return `${rules.select(count) === 'few' ? 'zbývají' : 'zbývá'} ${plural(count, PIECES)}`;
}
