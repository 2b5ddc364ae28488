import type { ReactNode } from 'react';
import type { DownloadsData, FileData } from '../bootstrap/data.ts';
import type { Finishing } from './use-finished-order.ts';

/** Said aloud as it changes. */
const FINISHING: Readonly<Record<Exclude<Finishing, 'idle'>, string>> = {
  waiting: 'Platbu právě dokončujeme. Jakmile bude hotová, stránka se sama změní.',
  finished: 'Platba je dokončená.',
};

/** The bought files, and the consent to their immediate delivery. */
export function Downloads({
  downloads,
  finishing,
}: {
  readonly downloads: DownloadsData | null;
  readonly finishing: Finishing;
}): ReactNode {
  if (downloads === null) return null;
  const { files, note, consent, confirmed } = downloads;
  return (
    <section className="co-section co-next" aria-labelledby="downloads-title">
      <h2 className="co-section__title" id="downloads-title">
        Ke stažení
      </h2>
      {note === null ? null : <p>{note}</p>}
      {finishing === 'idle' ? null : (
        <p className="co-section__hint" role="status">
          {FINISHING[finishing]}
        </p>
      )}
      <dl>
        {files.map((file, index) => (
          // The files of one order never change places.
          <File key={String(index)} file={file} waits={finishing === 'waiting'} />
        ))}
      </dl>
      {consent === null ? null : <Consent consent={consent} />}
      {confirmed === null ? null : <p className="co-section__hint">{confirmed}</p>}
    </section>
  );
}

/** `waits`: the section says above the files what they wait for. */
function File({ file, waits }: { readonly file: FileData; readonly waits: boolean }): ReactNode {
  return (
    <div className="co-facts__row">
      <dt>{file.title}</dt>
      <dd>
        {file.url === null ? null : (
          // Without the attribute "download": a refusal is a page to read.
          <a className="co-button co-button--quiet" href={file.url} aria-label={`Stáhnout: ${file.title}`}>
            Stáhnout
          </a>
        )}
        {file.note === null || (waits && file.url === null) ? null : (
          <span className="co-quiet">{file.note}</span>
        )}
      </dd>
    </div>
  );
}

/** A form, because it works without this script, too. */
function Consent({ consent }: { readonly consent: NonNullable<DownloadsData['consent']> }): ReactNode {
  return (
    <form className="co-consent" method="post" action={consent.action}>
      <p>{consent.reason}</p>
      <p id="consent-text">{consent.text}</p>
      <p className="co-actions">
        <button type="submit" className="co-button" aria-describedby="consent-text">
          {consent.button}
        </button>
      </p>
    </form>
  );
}
