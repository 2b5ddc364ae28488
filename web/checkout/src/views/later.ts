import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** A view that loads when it is first drawn. `instead` is drawn if it cannot be loaded. */
export const later = <Props>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load()
      .catch(() => instead)
      .then((view) => ({ default: view })),
  );
