import type { PasskeyFault } from '../account/passkey-failure.ts';

/** Why a passkey came to nothing on the account's pages, and what to do. */
export const PASSKEY_FAULTS: Readonly<Record<PasskeyFault, string>> = {
  PASSKEY_REFUSED: 'Tento přístupový klíč tu neplatí. Přihlaste se prosím kódem z\u00a0e-mailu.',
  NOT_ALLOWED: 'Kvůli bezpečnosti se před touto změnou prosím odhlaste a\u00a0přihlaste znovu.',
  TOO_MANY: 'Teď to nejde. Zkuste to prosím za chvíli znovu.',
  unused: 'Přístupový klíč jste nepoužili. Můžete to zkusit znovu.',
  known: 'V\u00a0tomto zařízení už přístupový klíč k\u00a0účtu máte.',
  unsupported: 'Tento prohlížeč přístupové klíče neumí.',
  network: 'Nejste připojeni k\u00a0internetu. Zkuste to prosím znovu.',
  server: 'Teď to kvůli technickým problémům nejde. Zkuste to prosím za chvíli znovu.',
};

/** The sign-in in a frame did not reach the server. */
export const NO_ANSWER = 'Server neodpovídá. Zkontrolujte prosím připojení a\u00a0zkuste to znovu.';
