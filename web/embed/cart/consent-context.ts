/** The end of a document's variables where a cart is made or changed: who the buyer is, and what the visitor agreed to. */
export const CONTEXT_WITH_CONSENT =
  '$country:CountryCode$language:LanguageCode$visitorConsent:VisitorConsent)@inContext(country:$country,language:$language,visitorConsent:$visitorConsent)';
