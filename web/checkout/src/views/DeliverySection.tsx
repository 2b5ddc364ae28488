import type { ReactNode } from 'react';
import type { DeliveryGroup, DeliveryMethodType } from '../api/model.ts';
import {
  deliveryMethods,
  groupTitle,
  hasPlaces,
  onlyHandle,
  type DeliveryMethod,
} from '../form/delivery-methods.ts';
import { deliveryField, fieldId } from '../form/fields.ts';
import { formatPrice } from '../format/money.ts';
import { PLACES, plural } from '../format/plural.ts';
import {
  AT_NO_PLACE,
  CHANGED,
  NO_PLACE,
  NOT_AT_THAT_PLACE,
  PENDING,
  unserviceable,
} from '../texts/delivery.ts';
import { faultText } from '../texts/fields.ts';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';
import { FieldError } from './FieldError.tsx';
import type { IconName } from './Icon.tsx';
import { Message } from './Message.tsx';
import { OptionCard } from './OptionCard.tsx';
import { PlaceField } from './PlaceField.tsx';
import { RetrySaving } from './RetrySaving.tsx';
import { Section } from './Section.tsx';

const ICONS: Readonly<Record<DeliveryMethodType, IconName>> = {
  SHIPPING: 'truck',
  LOCAL: 'truck',
  PICKUP_POINT: 'point',
  PICK_UP: 'shop',
  RETAIL: 'shop',
  NONE: 'truck',
};

export function DeliverySection(props: EditingProps): ReactNode {
  const { cart, errors, saving } = props.state;
  const [only, ...others] = cart.groups;
  return (
    <Section id="delivery" title="Doprava">
      {only === undefined ? (
        <div id={fieldId('deliveryOption')} tabIndex={-1}>
          <Waiting saving={saving} />
          <FieldError id={fieldId('deliveryOption')} error={errors.deliveryOption} />
        </div>
      ) : others.length === 0 ? (
        <Options {...props} group={only} place={0} titleId="delivery-title" />
      ) : (
        cart.groups.map((group, place) => (
          <TitledOptions key={group.id} {...props} group={group} place={place} />
        ))
      )}
    </Section>
  );
}

interface GroupProps extends EditingProps {
  readonly group: DeliveryGroup;
  /** Its place among the cart's groups. */
  readonly place: number;
}

/** One of two groups, with its heading. */
function TitledOptions(props: GroupProps): ReactNode {
  const titleId = `${fieldId(deliveryField(props.place))}-title`;
  return (
    <div className="co-group">
      <h3 className="co-group__title" id={titleId}>
        {groupTitle(props.group, props.state.cart)}
      </h3>
      <Options {...props} titleId={titleId} />
    </div>
  );
}

function Waiting({ saving }: { readonly saving: EditingProps['state']['saving'] }): ReactNode {
  if (saving === 'failed') {
    return <p className="co-quiet">Možnosti dopravy se nepodařilo načíst.</p>;
  }
  if (saving === 'saving') {
    return (
      <div className="co-skeleton co-skeleton--options" role="status">
        <span className="co-hidden">Načítáme možnosti dopravy…</span>
      </div>
    );
  }
  return <p className="co-quiet">Možnosti dopravy se zobrazí, jakmile bude jasné, kam zboží poslat.</p>;
}

/** A carrier's price is missing: the buyer can retry or select another option. */
function Pending({ locked }: { readonly locked: boolean }): ReactNode {
  return (
    <Message tone="warning">
      <p>{PENDING}</p>
      <RetrySaving disabled={locked} />
    </Message>
  );
}

/** Why the option must be selected again. */
function whyToChooseAgain({ outOfStock, changed }: DeliveryGroup): string | null {
  if (outOfStock) return NOT_AT_THAT_PLACE;
  return changed ? CHANGED : null;
}

function Options(props: GroupProps & { readonly titleId: string }): ReactNode {
  const { state, locked, group } = props;
  const { data, flow } = useCheckout();
  const field = deliveryField(props.place);
  const fault = state.errors[field];
  const id = fieldId(field);
  const name = props.place > 0 ? 'second-delivery' : 'delivery';
  const choice = state.form.deliveries[group.purchase];
  const notice = whyToChooseAgain(group);
  const methods = deliveryMethods(group.options);
  const lacksPlace = choice.handle === null && methods.some((it) => it.code === choice.code && hasPlaces(it));
  // The server's faults say more.
  const placeError = lacksPlace && fault === faultText(field, 'missing') ? NO_PLACE : undefined;
  const error = placeError === undefined ? fault : undefined;
  if (group.options.length === 0) {
    return (
      <div id={id} tabIndex={-1}>
        {group.pending ? (
          <Pending locked={locked} />
        ) : (
          <Message tone="warning">
            <p>{group.outOfStock ? AT_NO_PLACE : unserviceable(data.shop.name)}</p>
          </Message>
        )}
      </div>
    );
  }
  return (
    <fieldset
      className="co-options"
      id={id}
      tabIndex={-1}
      aria-labelledby={props.titleId}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      {notice !== null && choice.handle === null && fault === undefined ? (
        <Message tone="warning">
          <p>{notice}</p>
        </Message>
      ) : null}
      {methods.map((method) => {
        const chosen = choice.code === method.code;
        return (
          <OptionCard
            key={method.code}
            group={`${name}-method`}
            value={method.code}
            icon={ICONS[method.type]}
            title={method.title}
            description={describe(method)}
            price={priceText(method)}
            checked={chosen}
            disabled={locked}
            invalid={error !== undefined}
            onChoose={() => {
              flow.chooseDelivery(group.purchase, { code: method.code, handle: onlyHandle(method) });
            }}
          >
            {chosen && hasPlaces(method) ? (
              <PlaceField
                name={name}
                method={method}
                handle={choice.handle}
                error={placeError}
                disabled={locked}
                onHandle={(handle) => {
                  flow.chooseDelivery(group.purchase, { code: method.code, handle });
                }}
              />
            ) : null}
          </OptionCard>
        );
      })}
      {group.pending ? <Pending locked={locked} /> : null}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

/** The delivery time and other details of an option. */
function describe(method: DeliveryMethod): string | null {
  const parts = [method.promise, details(method)].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? null : parts.join(' · ');
}

/** The method's description. Descriptions of places differ, so their number replaces them. */
function details(method: DeliveryMethod): string | null {
  if (method.description !== null || !hasPlaces(method)) return method.description;
  return plural(method.options.length, PLACES);
}

function priceText(method: DeliveryMethod): string {
  const price = formatPrice(method.from.amount, method.from.currencyCode);
  return method.varies ? `od ${price}` : price;
}
