import { type ReactNode, Suspense, useRef } from 'react';
import { WHERE } from '../texts/delivery.ts';
import { FieldError } from './FieldError.tsx';
import { later } from './later.ts';
import { placeId, type PlaceProps, PlaceSelect } from './PlaceSelect.tsx';

/** Loaded with the first method that has places. */
const PlaceSearch = later(
  () => import('./PlaceSearch.tsx').then((module) => module.PlaceSearch),
  PlaceSelect,
);

/** Where to collect the goods: a list to choose from, until the search has loaded, and where it cannot be. */
export function PlaceField(field: Omit<PlaceProps, 'focused'>): ReactNode {
  const focused = useRef(false);
  const props = { ...field, focused };
  const id = placeId(field);
  return (
    <div
      className="co-option__more co-field"
      onFocus={() => {
        focused.current = true;
      }}
      onBlur={() => {
        focused.current = false;
      }}
    >
      <label className="co-field__label" htmlFor={id}>
        {WHERE}
      </label>
      <Suspense fallback={<PlaceSelect {...props} />}>
        <PlaceSearch {...props} />
      </Suspense>
      <FieldError id={id} error={field.error} />
    </div>
  );
}
