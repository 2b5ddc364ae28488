import { type ReactNode, useEffect, useRef, useState } from 'react';
import { HostedFields } from '../card/hosted-fields.ts';
import { useCheckout } from './checkout-context.ts';
import { Icon } from './Icon.tsx';

/**
 * The estimated height of the frame, so that little moves when the frame reports its real one. Browsers delay the measurement
 * until the frame is visible, and the shopper may then be pressing something below it.
 */
function likelyHeight(): number {
  const width = window.innerWidth;
  if (width < 388) return 473;
  return width < 600 ? 389 : 371;
}

/** The gateway's card fields in their sandboxed frame. Card data never reach this page. */
export function CardFields({
  url,
  shown,
  fault,
}: {
  readonly url: string;
  readonly shown: boolean;
  readonly fault: string | null;
}): ReactNode {
  const { flow } = useCheckout();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(likelyHeight);
  const [ready, setReady] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const fields = new HostedFields(window, element, {
      onReady: () => {
        setReady(true);
      },
      onHeight: setHeight,
    });
    const detach = flow.attachCard(fields);
    return (): void => {
      detach();
      fields.dispose();
    };
  }, [flow]);

  return (
    <div className="co-option__more co-card" hidden={!shown}>
      {fault === null ? null : (
        <p className="co-field__error" id="card-error">
          <Icon name="alert" />
          <span>{fault}</span>
        </p>
      )}
      <iframe
        ref={frame}
        className={`co-card__frame${ready ? ' co-card__frame--ready' : ''}`}
        src={url}
        title="Údaje o platební kartě"
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        height={height}
        aria-describedby={fault === null ? undefined : 'card-error'}
      />
      <p className="co-card__note">
        <Icon name="lock" />
        <span>Číslo karty zadáváte přímo platební bráně, obchod ho nevidí a neukládá.</span>
      </p>
    </div>
  );
}
