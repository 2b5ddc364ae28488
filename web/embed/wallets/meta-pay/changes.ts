import type { SheetHandlers, SheetReply } from '../protocol.ts';
import { contact } from './contact.ts';
import { paymentErrors } from './errors.ts';
import type { ChangedPaymentDetails, PaymentDetailsUpdate } from './types.ts';
import { viewDetails } from './view.ts';

/** A part of the sheet: its value now, and the flow's step for a new value. */
interface Step {
  readonly part: 'sheet' | 'shipping' | 'billing' | 'option' | 'code';
  /** Undefined if the sheet does not have it. */
  readonly value: string | undefined;
  readonly ask: () => Promise<SheetReply>;
}

/** The flow's steps for what a sheet can tell, in the order in which they depend on each other. */
function stepsFor(details: ChangedPaymentDetails, handlers: SheetHandlers): readonly Step[] {
  const { shippingAddress = {}, billingAddress = {}, fulfillmentOptionId, offers } = details;
  const key = (address: object): string | undefined =>
    Object.keys(address).length > 0 ? JSON.stringify(address) : undefined;
  // The sheet has one code.
  const code = offers?.at(-1)?.code ?? '';
  return [
    { part: 'sheet', value: 'open', ask: () => handlers.opened() },
    {
      part: 'shipping',
      value: key(shippingAddress),
      ask: () => handlers.addressSelected(contact(shippingAddress)),
    },
    {
      part: 'billing',
      value: key(billingAddress),
      ask: () => handlers.paymentMethodSelected(contact(billingAddress)),
    },
    {
      part: 'option',
      value: fulfillmentOptionId,
      ask: () => handlers.optionSelected(fulfillmentOptionId ?? ''),
    },
    { part: 'code', value: code, ask: () => handlers.couponEntered(code) },
  ];
}

/** Answers the changes of one sheet. */
export class ChangeAnswers {
  /** What the sheet last told or was told, by part. */
  readonly #known: Partial<Record<Step['part'], string | undefined>> = { code: '' };
  #reply: SheetReply | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** `name` is the merchant's. */
  constructor(
    private readonly handlers: SheetHandlers,
    private readonly name: string,
  ) {}

  /** Answers a change after the earlier ones. */
  answer(details: ChangedPaymentDetails): Promise<PaymentDetailsUpdate> {
    const answered = this.#last.then(() => this.#ask(details));
    this.#last = answered;
    return answered;
  }

  /** Asks the flow about everything that differs from what is known, until a step has an error. */
  async #ask(details: ChangedPaymentDetails): Promise<PaymentDetailsUpdate> {
    // Compared beforehand: a step's answer may select another option.
    const changed = stepsFor(details, this.handlers).filter(
      ({ part, value }) => value !== undefined && value !== this.#known[part],
    );
    for (const { part, value, ask } of changed) {
      const reply = await ask();
      this.#reply = reply;
      const fails = reply.kind !== 'update';
      // A code that does not apply is no offer of the sheet's, so that the buyer can enter it again.
      this.#known[part] = part === 'code' && fails ? '' : value;
      if (fails) break;
    }
    return this.#update();
  }

  /** The last reply as the sheet takes it, with the context of the prices that it shows. */
  async #update(): Promise<PaymentDetailsUpdate> {
    const { code } = this.#known;
    let reply = this.#reply;
    const view = reply === null || reply.kind === 'end' ? null : reply.view;
    const shown = view && viewDetails(view, this.name);
    if (shown) this.#known.option = shown.fulfillmentOptionId;
    const bound = shown && (await this.handlers.contextWanted());
    if (bound && bound.kind !== 'context') reply = bound;
    return {
      ...shown,
      ...(bound?.kind === 'context' && { containerContext: bound.context }),
      offers: code ? [{ code }] : [],
      ...(reply?.kind === 'show_error' && { errors: paymentErrors(reply.errors) }),
      ...(reply?.kind === 'end' && { errors: { error: reply.error.message } }),
    };
  }
}
