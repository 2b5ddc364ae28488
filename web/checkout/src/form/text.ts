import type { AddressField } from './fields.ts';

/** What the server refuses in addresses; `crates/commerce/src/address/text.rs` decides. */
const TAG = /<[a-z/!?]/iu;
const PLAIN_URL = /:\/\/|www\./iu;
const HOST =
  /(?:^|\s)[^\s/?#:]{2,}\.(?:app|at|biz|com|cz|de|dev|eu|hu|info|io|me|net|online|org|pl|ru|shop|site|sk|top|xyz)[.,!]*(?:[\s/?#:]|$)/iu;
const EMOJI =
  /[\u{1F000}-\u{1FAFF}\u2600-\u27BF\u2B05-\u2B07\u2B1B\u2B1C\u2B50\u2B55\u231A\u231B\u23E9-\u23FA\u{E0020}-\u{E007F}]|\u20E3|\uFE0F/u;

/**
 * What does not belong into a field of an address, in the server's words; null if everything does. A company may be named like
 * a web address. `label` is the field's.
 */
export function textFault(field: AddressField, label: string, text: string): string | null {
  const isName = field === 'firstName' || field === 'lastName';
  const isAddress = field !== 'company' && (PLAIN_URL.test(text) || (isName && HOST.test(text)));
  const what = TAG.test(text)
    ? 'značky HTML'
    : isAddress
      ? 'webovou adresu'
      : EMOJI.test(text)
        ? 'emoji'
        : null;
  return what === null ? null : `${label} nesmí obsahovat ${what}.`;
}
