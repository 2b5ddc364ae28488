/** Languages whose regions are languages of their own to the API. */
const REGIONAL: readonly string[] = ['zh-CN', 'zh-TW', 'pt-BR', 'pt-PT'];

/** The API's language code of a locale: `cs` is `CS`, `en-GB` is `EN`, but `pt-BR` stays `PT_BR`. */
export function languageCode(locale: string): string {
  const [language = '', region] = locale.split(/[-_]/);
  const regional =
    region !== undefined && REGIONAL.includes(`${language.toLowerCase()}-${region.toUpperCase()}`);
  return (regional ? `${language}_${region}` : language).toUpperCase();
}
