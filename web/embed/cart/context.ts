/** The end of a document's variables and its buyer context. */
export const CONTEXT =
  '$country:CountryCode$language:LanguageCode)@inContext(country:$country,language:$language)';
