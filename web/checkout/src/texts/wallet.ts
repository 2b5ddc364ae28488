import type { AccountFailure, AccountFault, MaskedCard } from '../account/client.ts';
import { type Forms, plural } from '../format/plural.ts';
import { BUSY_FAULT, NETWORK_FAULT } from './general.ts';

/** The texts of the shop's wallet in the checkout. */
export const WALLET = {
  checking: 'Přihlašujeme vás…',
  unavailable: 'Váš účet se nepodařilo načíst.',
  again: 'Zkusit znovu',
  otherwise: 'Zaplatit jinak',
  signOut: 'Odhlásit',
  signOutFailed: 'Odhlásit vás se nepodařilo. Zkuste to prosím znovu.',
  ended: 'Přihlášení vypršelo. Přihlaste se prosím znovu, z\u00a0objednávky se nic neztratilo.',

  unproven:
    'Přístupový klíč tentokrát neověřil, že jste to vy. Potvrďte to prosím kódem z\u00a0e-mailu, z\u00a0objednávky se nic neztratilo.',

  address: { delivery: 'Doručovací adresa', billing: 'Fakturační údaje' },
  otherAddress: 'Jiná adresa',
  changeAddress: 'Změnit adresu',
  whichAddress: { delivery: 'Kam zboží poslat', billing: 'Na jakou adresu vystavit doklad' },
  abroad: 'Adresa je v\u00a0jiné zemi, než pro kterou teď ukazujeme dopravu a\u00a0cenu.',
  deliverThere: 'Doručit na tuto adresu',

  card: 'Platba',
  otherCard: 'Zaplatit jinou kartou nebo jiným způsobem',
  changeCard: 'Změnit kartu',
  whichCard: 'Čím zaplatit',
  noCharge: 'Částku z\u00a0karty strhneme, až objednávku odešlete.',

  passkey: 'Pokračovat přístupovým klíčem',
  passkeyHint: 'Otiskem prstu, obličejem nebo zámkem zařízení.',
  byCode: 'Poslat kód e-mailem',
  email: 'E-mail',
  emailHint: 'Pošleme na něj kód, kterým se přihlásíte. Heslo nepotřebujete.',
  codeField: 'Kód z\u00a0e-mailu',
  codeHint: 'Šest číslic. Po zadání poslední vás rovnou přihlásíme.',
  codeLimit: 'Na jednu adresu posíláme nejvýš tři kódy za čtvrt hodiny; platí poslední doručený.',
  verify: 'Přihlásit se',
  otherEmail: 'Změnit e-mail',
  resend: 'Poslat nový kód',
  resent: 'Posíláme nový kód. Jakmile přijde, dřívější neplatí.',
  codeMissing: 'Zadejte všech šest číslic kódu.',

  save: 'Uložit adresu a\u00a0kartu pro příště',
  saveHint:
    'Příště stačí jedno potvrzení. Uložíme doručovací adresu a\u00a0odkaz na kartu u\u00a0platební brány, číslo karty nikdy. Smazat je můžete kdykoli ve svém účtu.',
  saveFailed: 'Adresu a\u00a0kartu teď nejde uložit. Zkuste to prosím znovu, nebo objednejte bez uložení.',
  account: 'Můj účet',

  add: 'Přidat přístupový klíč',
  addTitle: 'Příště bez kódu',
  addHint: 'Objednávku pak potvrdíte otiskem prstu, obličejem nebo zámkem zařízení.',
  added: 'Hotovo. Příště se přihlásíte přístupovým klíčem.',
  addFailed: 'Přístupový klíč se nepodařilo přidat. Můžete to zkusit znovu.',
} as const;

export const signInTitle = (name: string): string => `Zaplatit peněženkou ${name}`;
export const signedInAs = (email: string): string => `Jste přihlášeni jako ${email}`;
export const codeSent = (email: string): string =>
  `Posíláme kód na ${email}. Platí deset minut. Když nic nepřijde, podívejte se do nevyžádané pošty.`;
export const resendIn = (seconds: number): string => `${WALLET.resend} (za ${String(seconds)}\u00a0s)`;

/** What networks are called. A network without a name here is shown as the gateway writes it. */
const NETWORKS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  american_express: 'American Express',
  discover: 'Discover',
  maestro: 'Maestro',
  mastercard: 'Mastercard',
  visa: 'Visa',
};

/** `Visa •• 4242` */
export const cardName = ({ network, lastFour }: MaskedCard): string =>
  `${NETWORKS[network.toLowerCase()] ?? network}\u00a0••\u00a0${lastFour}`;

/** `2030-01` -> `platí do 1/2030`; null for anything else. */
export function expiryText(expires: string | null): string | null {
  const match = /^(\d{4})-(\d{2})$/u.exec(expires ?? '');
  return match === null ? null : `platí do ${String(Number(match[2]))}/${match[1] ?? ''}`;
}

const TRIES: Forms = { one: 'pokus', few: 'pokusy', decimal: 'pokusu', many: 'pokusů' };
const MINUTES: Forms = { one: 'minutu', few: 'minuty', decimal: 'minuty', many: 'minut' };

const FAULTS: Readonly<Record<Exclude<AccountFault, 'CODE_WRONG' | 'TOO_MANY'>, string>> = {
  EMAIL_INVALID: 'Zkontrolujte e-mail, měl by vypadat jako jana@example.cz.',
  CODE_EXPIRED: 'Tento kód už neplatí, nechte si prosím poslat nový.',
  NOT_ALLOWED: 'To teď nejde. Načtěte prosím stránku znovu a\u00a0zkuste to ještě jednou.',
  CODE_NEEDED: WALLET.unproven,
  PASSKEY_REFUSED: 'Tento přístupový klíč tu neplatí. Přihlaste se prosím kódem z\u00a0e-mailu.',
  unused: 'Přístupový klíč jste nepoužili. Zkuste to znovu, nebo si pošlete kód e-mailem.',
  known: 'V\u00a0tomto zařízení už přístupový klíč k\u00a0účtu máte.',
  unsupported: 'Tento prohlížeč přístupové klíče neumí. Přihlaste se prosím kódem z\u00a0e-mailu.',
  signed_out: WALLET.ended,
  gone: 'Vybranou kartu nebo adresu už uloženou nemáme. Vyberte prosím jinou.',
  ordered: 'Tuto objednávku už odesíláte v\u00a0jiném okně. Načtěte prosím stránku znovu.',
  busy: BUSY_FAULT,
  network: NETWORK_FAULT,
  server:
    'Přihlášení teď kvůli technickým problémům nefunguje. Zkuste to prosím za chvíli, nebo zaplaťte jinak.',
};

/** Why a request to the wallet came to nothing, and what to do. */
export function faultSentence({ fault, triesLeft, retryAfter }: AccountFailure): string {
  if (fault === 'CODE_WRONG') return wrongCode(triesLeft);
  return fault === 'TOO_MANY' ? tooMany(retryAfter) : FAULTS[fault];
}

function wrongCode(triesLeft: number | null): string {
  if (triesLeft === null) return 'Kód nesouhlasí. Zkontrolujte ho prosím.';
  if (triesLeft === 0) return FAULTS.CODE_EXPIRED;
  const left = triesLeft > 1 && triesLeft < 5 ? 'zbývají' : 'zbývá';
  return `Kód nesouhlasí. Zkontrolujte ho prosím, ${left} vám ${plural(triesLeft, TRIES)}.`;
}

function tooMany(retryAfter: number | null): string {
  const when =
    retryAfter === null ? 'později' : `za ${plural(Math.max(1, Math.ceil(retryAfter / 60)), MINUTES)}`;
  return `Pokusů bylo příliš mnoho. Zkuste to prosím ${when}, nebo zaplaťte jinak.`;
}
