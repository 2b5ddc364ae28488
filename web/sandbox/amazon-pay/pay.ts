import { isText, members, type Members } from '../../base/read.ts';
import type { PageAddresses } from './addresses.ts';
import { drawButton } from './button.ts';
import { checkAmount, checkButton, checkCheckout } from './check.ts';
import { AmazonPayError } from './error.ts';
import { rememberBuyer } from './remembered-buyer.ts';

/** A drawn button. */
export interface Button {
  /** Replaces what the button does when it is pressed. */
  readonly onClick: (pressed: () => void) => void;
  /** Begins the checkout; what is not given here is the button's. */
  readonly initCheckout: (settings: unknown) => void;
  readonly updateButtonInfo: (amount: unknown) => void;
}

/** The global `amazon.Pay`. Every method throws an `AmazonPayError` for settings that Amazon does not take. */
export interface Pay {
  /** Goes to Amazon's pages. */
  readonly initCheckout: (settings: unknown) => void;
  readonly renderButton: (selector: unknown, settings: unknown) => Button;
  /** Makes an element lead back to Amazon's pages of a session. */
  readonly bindChangeAction: (selector: unknown, options: unknown) => void;
  /** Forgets who is signed in. */
  readonly signout: () => void;
}

/** What the script needs of the page. */
export interface PayContext {
  readonly pages: PageAddresses;
  readonly navigate: (url: string) => void;
}

const CHANGES: readonly unknown[] = ['changeAddress', 'changePayment'];

/** The element of a selector. A page that names none has made a mistake. */
function elementOf(selector: unknown): Element {
  const element = isText(selector) ? document.querySelector(selector) : null;
  if (element === null) throw new AmazonPayError('InvalidParameterValue', 'selector');
  return element;
}

/** Creates `amazon.Pay`. */
export function createPay({ pages, navigate }: PayContext): Pay {
  const initCheckout = (settings: unknown): void => {
    navigate(pages.checkout(checkCheckout(settings)));
  };
  return {
    initCheckout,

    renderButton: (selector, settings) => {
      const own: Members = checkButton(settings);
      const button = drawButton(elementOf(selector), own);
      const begin = (more: unknown): void => {
        initCheckout({ ...own, ...members(more) });
      };
      let pressed = (): void => {
        begin({});
      };
      button.addEventListener('click', () => {
        pressed();
      });
      return {
        onClick: (then) => {
          pressed = then;
        },
        initCheckout: begin,
        updateButtonInfo: checkAmount,
      };
    },

    bindChangeAction: (selector, options) => {
      const { amazonCheckoutSessionId: session, changeAction } = members(options);
      if (!isText(session)) throw new AmazonPayError('MissingParameterValue', 'amazonCheckoutSessionId');
      if (!CHANGES.includes(changeAction)) throw new AmazonPayError('InvalidParameterValue', 'changeAction');
      elementOf(selector).addEventListener('click', (event) => {
        event.preventDefault();
        navigate(pages.change(session, String(changeAction)));
      });
    },

    signout: () => {
      rememberBuyer(null);
    },
  };
}
