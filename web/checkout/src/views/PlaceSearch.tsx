import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Coordinates, DeliveryOption } from '../api/model.ts';
import { byDistance, distanceText, distanceTo } from '../form/distance.ts';
import { foundPlaces, placeOf } from '../form/place-search.ts';
import { formatPrice } from '../format/money.ts';
import { PLACES, plural } from '../format/plural.ts';
import { WHERE } from '../texts/delivery.ts';
import { MORE_PLACES, NO_PLACE_FOUND, PLACE_HINT } from '../texts/place-search.ts';
import { describedBy } from './Field.tsx';
import { NearestButton } from './NearestButton.tsx';
import { placeId, type PlaceProps } from './PlaceSelect.tsx';

/** More would not be read. */
const MOST = 8;

/** Searches the pick-up places of the chosen method: a combobox with a list. */
export function PlaceSearch(props: PlaceProps): ReactNode {
  const { method, error, focused } = props;
  const id = placeId(props);
  const field = useRef<HTMLInputElement>(null);
  const chosen = method.options.find((option) => option.handle === props.handle);
  // Null while nothing is searched: then the field names the chosen place.
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const [here, setHere] = useState<Coordinates | null>(null);
  const found = query === null ? [] : byDistance(foundPlaces(method, query), here);
  const listed = found.slice(0, MOST);
  const isOnMap = method.options.some(({ coordinates }) => coordinates !== null);
  const optionId = (index: number): string => `${id}-${String(index)}`;

  useLayoutEffect(() => {
    if (focused.current) field.current?.focus();
  }, [focused]);

  useEffect(() => {
    document.getElementById(`${id}-${String(active)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const search = (text: string | null): void => {
    setQuery(text);
    setActive(-1);
  };
  const take = (option: DeliveryOption | undefined): void => {
    if (option === undefined) return;
    props.onHandle(option.handle);
    search(null);
  };
  const move = (step: 1 | -1): void => {
    if (query === null) {
      search('');
      return;
    }
    const start = active < 0 && step < 0 ? 0 : active;
    if (listed.length > 0) setActive((start + step + listed.length) % listed.length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = KEYS[event.key];
    if (act === undefined || (query === null && event.key === 'Escape')) return;
    event.preventDefault();
    act({
      move,
      take: () => {
        take(listed.length === 1 ? listed[0] : listed[active]);
      },
      close: () => {
        search(null);
      },
    });
  };
  return (
    <>
      <input
        ref={field}
        id={id}
        className="co-input"
        role="combobox"
        autoComplete="off"
        value={query ?? (chosen === undefined ? '' : placeOf(chosen, method).name)}
        disabled={props.disabled}
        aria-expanded={query !== null}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : optionId(active)}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, PLACE_HINT, error)}
        onChange={(event) => {
          search(event.currentTarget.value);
        }}
        onClick={() => {
          if (query === null) search('');
        }}
        onBlur={() => {
          search(null);
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        className="co-places"
        id={`${id}-list`}
        role="listbox"
        aria-label={WHERE}
        hidden={listed.length === 0}
        // What scrolls would otherwise be a stop of the Tab key.
        tabIndex={-1}
        onMouseDown={(event) => {
          // The field keeps the focus: without it the list closes before the click.
          event.preventDefault();
        }}
      >
        {listed.map((option, index) => (
          <li
            key={option.handle}
            id={optionId(index)}
            className={`co-place${index === active ? ' co-place--active' : ''}`}
            role="option"
            aria-selected={option.handle === props.handle}
            onClick={() => {
              take(option);
            }}
          >
            <PlaceText option={option} method={method} here={here} />
          </li>
        ))}
      </ul>
      <p className="co-field__hint" aria-live="polite">
        {query === null ? '' : resultText(found.length)}
      </p>
      <p className="co-field__hint" id={`${id}-hint`}>
        {PLACE_HINT}
      </p>
      {chosen === undefined || query !== null ? null : (
        <p className="co-field__hint co-place__address">{placeOf(chosen, method).address}</p>
      )}
      {isOnMap && 'geolocation' in navigator ? (
        <NearestButton
          disabled={props.disabled}
          onFound={(found) => {
            setHere(found);
            search('');
            field.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}

interface Acts {
  readonly move: (step: 1 | -1) => void;
  readonly take: () => void;
  readonly close: () => void;
}

const KEYS: Readonly<Partial<Record<string, (acts: Acts) => void>>> = {
  ArrowDown: ({ move }) => {
    move(1);
  },
  ArrowUp: ({ move }) => {
    move(-1);
  },
  Enter: ({ take }) => {
    take();
  },
  Escape: ({ close }) => {
    close();
  },
};

function PlaceText({
  option,
  method,
  here,
}: { readonly option: DeliveryOption; readonly here: Coordinates | null } & Pick<
  PlaceProps,
  'method'
>): ReactNode {
  const { name, address } = placeOf(option, method);
  const metres = distanceTo(here, option);
  const far = metres === null ? '' : `, ${distanceText(metres)}`;
  const { cost } = option;
  const price = method.varies ? `, ${formatPrice(cost.amount, cost.currencyCode)}` : '';
  return (
    <>
      <span className="co-place__name">{`${name}${price}${far}`}</span>
      {address === null ? null : <span className="co-place__address">{` ${address}`}</span>}
    </>
  );
}

function resultText(count: number): string {
  if (count === 0) return NO_PLACE_FOUND;
  return count > MOST ? `${plural(count, PLACES)}. ${MORE_PLACES}` : plural(count, PLACES);
}
