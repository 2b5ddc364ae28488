import type { ReactNode } from 'react';

/** One step of the page under its heading. */
export function Section({
  id,
  title,
  hint,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="co-section" aria-labelledby={`${id}-title`}>
      <h2 className="co-section__title" id={`${id}-title`}>
        {title}
      </h2>
      {hint === undefined ? null : <p className="co-section__hint">{hint}</p>}
      {children}
    </section>
  );
}
