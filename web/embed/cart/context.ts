/** The end of a document's variables: who the buyer is to it. */
export const CONTEXT =
  '$country:CountryCode$language:LanguageCode)@inContext(country:$country,language:$language)';
