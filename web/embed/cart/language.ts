/** Languages whose regional variants have their own language code in the API. */
const REGIONAL = /^(?:ZH_CN|ZH_TW|PT_BR|PT_PT)$/;

/** The API's language code of a locale: `cs` is `CS`, `en-GB` is `EN`, but `pt-BR` stays `PT_BR`. */
export function languageCode(locale: string): string {
  const [language = '', region = ''] = locale.toUpperCase().split(/[-_]/);
  const regional = `${language}_${region}`;
  return REGIONAL.test(regional) ? regional : language;
}
