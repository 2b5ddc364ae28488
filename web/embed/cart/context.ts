/** The end of a document's variables: who the buyer is to it. */
export const CONTEXT =
  '$country:CountryCode$language:LanguageCode)@inContext(country:$country,language:$language)';

/** The same where a cart is made or changed, with what the visitor agreed to. */
export const CONTEXT_WITH_CONSENT =
  '$country:CountryCode$language:LanguageCode$visitorConsent:VisitorConsent)@inContext(country:$country,language:$language,visitorConsent:$visitorConsent)';
