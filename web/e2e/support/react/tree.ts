/** Runs in the page: a React application as strict as can be, with one of our elements in it. */
import { createElement, StrictMode, useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

type Attributes = Readonly<Record<string, string>>;

/** What the tests call. */
export interface ReactTree {
  /** Draws the element as the place's only content; the answer takes the whole application away. */
  readonly mount: (place: Element, tag: string, attributes: Attributes) => () => void;
  /** Draws every element anew, as another one. */
  readonly replaceAll: () => void;
  /** How often effects have run: twice as often as components were mounted, in strict mode. */
  readonly effects: () => number;
}

let effects = 0;
const followers = new Set<() => void>();

function Application({ tag, attributes }: { tag: string; attributes: Attributes }): ReactNode {
  const [generation, setGeneration] = useState(0);
  useEffect(() => {
    effects += 1;
    const follow = (): void => {
      setGeneration((before) => before + 1);
    };
    followers.add(follow);
    return () => {
      followers.delete(follow);
    };
  }, []);
  return createElement(tag, { ...attributes, key: generation });
}

const tree: ReactTree = {
  mount: (place, tag, attributes) => {
    const container = document.createElement('div');
    place.append(container);
    const root = createRoot(container);
    root.render(createElement(StrictMode, null, createElement(Application, { tag, attributes })));
    return () => {
      root.unmount();
      container.remove();
    };
  },
  replaceAll: () => {
    for (const follow of followers) follow();
  },
  effects: () => effects,
};

Object.assign(window, { reactTree: tree });
