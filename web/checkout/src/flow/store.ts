/** A state, its reducer and its subscribers. */
export interface Store<S, A> {
  readonly get: () => S;
  readonly dispatch: (action: A) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<S, A>(initial: S, reduce: (state: S, action: A) => S): Store<S, A> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch: (action) => {
      const next = reduce(state, action);
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
