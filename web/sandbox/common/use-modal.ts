import { useLayoutEffect, type RefObject } from 'react';

/** Opens the dialog as long as it is there; closing gives the focus back to what had it. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    element.showModal();
    return () => {
      element.close();
    };
  }, [dialog]);
}
