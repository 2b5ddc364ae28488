import { useEffect, useRef, type RefObject } from 'react';
import { focusFirst } from '../../common/focus.ts';

/** Moves the focus to the place's first control when another form replaces the one that had it. */
export function useFocusAfterChange(form: unknown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(form);
  useEffect(() => {
    if (shown.current === form) return;
    shown.current = form;
    if (place.current !== null) focusFirst(place.current);
  }, [form]);
  return place;
}
