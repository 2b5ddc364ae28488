let countries: Intl.DisplayNames | null = null;

/** What a country is called. The names are loaded with the first one that is asked for. */
export function countryName(code: string): string {
  countries ??= new Intl.DisplayNames('cs', { type: 'region' });
  return countries.of(code) ?? code;
}
