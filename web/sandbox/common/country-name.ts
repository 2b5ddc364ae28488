let countries: Intl.DisplayNames | null = null;

/** The Czech name of a country. The first call loads the names. */
export function countryName(code: string): string {
  countries ??= new Intl.DisplayNames('cs', { type: 'region' });
  return countries.of(code) ?? code;
}
