import { cookie } from '../../base/cookie.ts';
import type { VisitorConsent } from '../cart/transport.ts';

/** Analytics, marketing, preferences, sale of data. */
type ConsentLetter = 'a' | 'm' | 'p' | 's';

/** Declined, agreed to, or neither. */
type ConsentReader = (letter: ConsentLetter) => boolean | null;

/** The needed part of format 2.1. */
interface ConsentCookie {
  readonly v?: unknown;
  readonly con?: { readonly CMP?: Readonly<Partial<Record<ConsentLetter, unknown>>> };
  /** The allowed purposes; `t` is the sale of data. */
  readonly purposes?: Readonly<Record<string, unknown>>;
}

/** Format 2.1: JSON. A refusal overrides purposes that are allowed without an answer. */
function fromJson(text: string): ConsentReader | null {
  const { v, con, purposes } = JSON.parse(text) as ConsentCookie;
  const chosen = con?.CMP;
  if (v !== '2.1' || !chosen) return null;
  return (letter) => {
    if (chosen[letter] === '0') return false;
    const allowed = purposes?.[letter === 's' ? 't' : letter];
    return (typeof allowed === 'boolean' ? allowed : chosen[letter] === '1') || null;
  };
}

/** Format 3: small letters were declined; large ones were agreed to or, behind a dot, may be done without an answer. */
function fromLetters(text: string): ConsentReader {
  const [letters = ''] = text.slice(1).split('_');
  const [chosen = ''] = letters.split('.');
  return (letter) => (chosen.includes(letter) ? false : letters.includes(letter.toUpperCase()) || null);
}

/**
 * The visitor's consent from the cookie `_tracking_consent`. Without the cookie it comes from `_cs` in the URL, so a link
 * can carry consent but cannot override the visitor's choice on this site. Null if it cannot be read.
 */
export function visitorConsent(): VisitorConsent | null {
  try {
    const given = cookie('_tracking_consent');
    const text = given ? decodeURIComponent(given) : (new URLSearchParams(location.search).get('_cs') ?? '');
    const answer = text.startsWith('{') ? fromJson(text) : text.startsWith('3') && fromLetters(text);
    if (!answer) return null;
    return {
      analytics: answer('a'),
      marketing: answer('m'),
      preferences: answer('p'),
      saleOfData: answer('s'),
    };
  } catch {
    // Cookies are forbidden here, or the text is broken: nothing is known.
    return null;
  }
}
