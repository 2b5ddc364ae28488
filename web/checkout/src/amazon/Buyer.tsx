import { type ReactNode, useState } from 'react';
import { type ApprovedAccount, approvalIn } from '../bootstrap/data.ts';
import { formContext } from '../flow/environment.ts';
import type { FieldErrors, TextFieldName } from '../form/fields.ts';
import { countryOf, placeFields } from '../form/places.ts';
import { AddressField, AddressFields, NAMES, placeSpec } from '../views/AddressFields.tsx';
import { useCheckout } from '../views/checkout-context.ts';
import { EmailField, PhoneField } from '../views/ContactSection.tsx';
import type { BuyerProps, EditingProps } from '../views/editing-props.ts';
import { Message } from '../views/Message.tsx';
import { Section } from '../views/Section.tsx';
import { ChangeButtons } from './ChangeButtons.tsx';
import { type AmazonChoice, decodeChoice, type Held, heldBy, lackingAddress } from './choice.ts';
import { Facts } from './Facts.tsx';
import { AMAZON } from './texts.ts';

/** The buyer's sections for an account at Amazon. Throws if the server wrote something else. */
export function amazonBuyer(account: ApprovedAccount): (props: BuyerProps) => ReactNode {
  const choice = decodeChoice(account.amazon, 'amazon');
  return function AmazonBuyer(props) {
    return <Buyer {...props} choice={choice} account={account} />;
  };
}

interface BuyerAtAmazonProps extends BuyerProps {
  readonly choice: AmazonChoice;
  readonly account: ApprovedAccount;
}

const NOTHING: Held = { email: false, phone: false, address: false };

/**
 * Contact and address of a buyer who came back from Amazon. While the account at Amazon pays, what is Amazon's can only be
 * read. What Amazon lacks, and everything once another method pays, has fields.
 */
function Buyer({ choice, account, opening, ...props }: BuyerAtAmazonProps): ReactNode {
  const { state } = props;
  const { data } = useCheckout();
  const [isRefused, setRefused] = useState(false);
  const pays =
    opening || (state.form.payment === 'account' && approvalIn(state.payments) === account.approval);
  const isHeld = pays && !opening && !isRefused;
  const held = isHeld ? heldBy(choice, state.form, formContext(state, data.shop)) : NOTHING;
  // The buyer can correct a value that the shop refuses only in a field.
  if (hasErrors(held, state.errors)) setRefused(true);
  return (
    <>
      {pays ? (
        <Section id="amazon" title={AMAZON.title} hint={AMAZON.source}>
          <Facts {...(opening ? choice : shown(choice, held))} />
          {choice.isAddressUnusable ? <UnusableAddress /> : null}
          <ChangeButtons {...props} scriptUrl={choice.scriptUrl} session={account.token} />
        </Section>
      ) : null}
      {opening ? null : <Fields choice={choice} held={held} {...props} />}
    </>
  );
}

export const UnusableAddress = (): ReactNode => (
  <Message tone="warning">
    <p>{AMAZON.unusableAddress}</p>
  </Message>
);

/** The lines of what is held. */
function shown({ values, address }: AmazonChoice, held: Held): Pick<AmazonChoice, 'contact' | 'address'> {
  const names = (['email', 'phone'] as const).filter((name) => held[name]);
  return {
    contact: names.map((name) => values.get(name) ?? ''),
    address: held.address ? address : [],
  };
}

const hasErrors = (held: Held, errors: FieldErrors): boolean =>
  (Object.keys(errors) as TextFieldName[]).some((name) =>
    name === 'email' || name === 'phone' ? held[name] : held.address && name.startsWith('delivery.'),
  );

type ChoiceProps = EditingProps & { readonly choice: AmazonChoice; readonly held: Held };

/** The fields of what is not held. */
function Fields(props: ChoiceProps): ReactNode {
  const { state, locked, held } = props;
  return (
    <>
      {held.email && held.phone ? null : (
        <Section id="contact" title="Kontakt">
          <div className="co-grid">
            {held.email ? null : <EmailField state={state} locked={locked} />}
            {held.phone ? null : <PhoneField state={state} locked={locked} />}
          </div>
        </Section>
      )}
      {state.cart.requiresShipping ? <DeliveryAddress {...props} /> : null}
    </>
  );
}

/** The address fields, or those that Amazon's address lacks. */
function DeliveryAddress({ choice, held, ...props }: ChoiceProps): ReactNode {
  const { data } = useCheckout();
  const { state } = props;
  const lacking = held.address ? lackingAddress(choice, state.form, formContext(state, data.shop)) : null;
  if (lacking?.length === 0) return null;
  const country = countryOf(data.shop.countries, state.form.delivery.country);
  return (
    <Section id="address" title="Doručovací adresa">
      {lacking === null ? (
        <AddressFields kind="delivery" {...props} />
      ) : (
        <div className="co-grid">
          {[...NAMES, ...placeFields(country).map(placeSpec)]
            .filter(({ field }) => lacking.includes(`delivery.${field}`))
            .map((spec) => (
              <AddressField key={spec.field} kind="delivery" spec={spec} {...props} />
            ))}
        </div>
      )}
    </Section>
  );
}
