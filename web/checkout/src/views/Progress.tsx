import { type ReactNode, useEffect, useRef } from 'react';

/** Covers the form while an order is on its way. */
export function Progress({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, []);
  return (
    <div className="co-progress">
      <div className="co-progress__panel" ref={panel} tabIndex={-1} role="status" aria-live="polite">
        <span className="co-spinner" aria-hidden="true" />
        <p className="co-progress__title">{title}</p>
        <p className="co-progress__text">{text}</p>
      </div>
    </div>
  );
}
