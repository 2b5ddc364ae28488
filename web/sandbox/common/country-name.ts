const countries = new Intl.DisplayNames('cs', { type: 'region' });

/** What a country is called. */
export const countryName = (code: string): string => countries.of(code) ?? code;
