/** Runs in the page: a React application in strict mode that contains one of our elements. */
import { createElement, StrictMode, useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

type Attributes = Readonly<Record<string, string>>;

/** The functions that tests call. */
export interface ReactTree {
  /** Renders the element as the container's only content. Returns a function that unmounts the application. */
  readonly mount: (place: Element, tag: string, attributes: Attributes) => () => void;
  /** Renders every element again as a new one. */
  readonly replaceAll: () => void;
  /** How often effects have run. In strict mode they run twice per mount. */
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
