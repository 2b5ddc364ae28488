/** The last variables of a document that creates or changes a cart: the buyer's identity and the visitor's consent. */
export const CONTEXT_WITH_CONSENT =
  '$country:CountryCode$language:LanguageCode$visitorConsent:VisitorConsent)@inContext(country:$country,language:$language,visitorConsent:$visitorConsent)';
