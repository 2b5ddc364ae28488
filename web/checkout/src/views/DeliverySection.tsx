import type { ReactNode } from 'react';
import type { DeliveryGroup, DeliveryMethodType } from '../api/model.ts';
import { deliveryMethods, hasPlaces, type DeliveryMethod, placeLabel } from '../form/delivery-methods.ts';
import { fieldId } from '../form/fields.ts';
import { formatPrice } from '../format/money.ts';
import { PLACES, plural } from '../format/plural.ts';
import { unserviceable } from '../texts/delivery.ts';
import { useCheckout } from './checkout-context.ts';
import type { EditingProps } from './editing-props.ts';
import { FieldError } from './FieldError.tsx';
import type { IconName } from './Icon.tsx';
import { Message } from './Message.tsx';
import { OptionCard } from './OptionCard.tsx';
import { PlaceSelect } from './PlaceSelect.tsx';
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
  const group = props.state.cart.delivery;
  return (
    <Section id="delivery" title="Doprava">
      {group === null ? (
        <div id={fieldId('deliveryOption')} tabIndex={-1}>
          <Waiting saving={props.state.saving} />
          <FieldError id={fieldId('deliveryOption')} error={props.state.errors.deliveryOption} />
        </div>
      ) : (
        <Options {...props} group={group} />
      )}
    </Section>
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

function Options({ state, locked, group }: EditingProps & { readonly group: DeliveryGroup }): ReactNode {
  const { data, flow } = useCheckout();
  const error = state.errors.deliveryOption;
  const id = fieldId('deliveryOption');
  if (group.options.length === 0) {
    return (
      <div id={id} tabIndex={-1}>
        <Message tone="warning">
          <p>{unserviceable(data.shop.name)}</p>
        </Message>
      </div>
    );
  }
  return (
    <fieldset
      className="co-options"
      id={id}
      tabIndex={-1}
      aria-labelledby="delivery-title"
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      {deliveryMethods(group.options).map((method) => {
        const chosen = state.form.deliveryCode === method.code;
        return (
          <OptionCard
            key={method.code}
            group="delivery-method"
            value={method.code}
            icon={ICONS[method.type]}
            title={method.title}
            description={describe(method)}
            price={priceText(method)}
            checked={chosen}
            disabled={locked}
            invalid={error !== undefined}
            onChoose={() => {
              flow.chooseDelivery(method.code, onlyHandle(method));
            }}
          >
            {chosen && hasPlaces(method) ? (
              <PlaceSelect
                method={method}
                label={placeLabel}
                handle={state.form.deliveryHandle}
                invalid={error !== undefined}
                disabled={locked}
              />
            ) : null}
          </OptionCard>
        );
      })}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

function onlyHandle(method: DeliveryMethod): string | null {
  return hasPlaces(method) ? null : (method.options[0]?.handle ?? null);
}

/** When it arrives, and what else is to be known. */
function describe(method: DeliveryMethod): string | null {
  const parts = [method.promise, details(method)].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Places differ in what is said about them, so their number stands for them. */
function details(method: DeliveryMethod): string | null {
  if (method.description !== null || !hasPlaces(method)) return method.description;
  return plural(method.options.length, PLACES);
}

function priceText(method: DeliveryMethod): string {
  const price = formatPrice(method.from.amount, method.from.currencyCode);
  return method.varies ? `od ${price}` : price;
}
