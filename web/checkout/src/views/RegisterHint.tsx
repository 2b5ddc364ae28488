import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Company, fetchCompany } from '../api/company.ts';
import { type Texts, toFill } from '../form/fill-company.ts';
import type { FormValues } from '../form/fields.ts';
import { inRegister, REGISTER_TEXTS } from '../texts/company.ts';
import { useCheckout } from './checkout-context.ts';

/** An IČO as buyers write it. */
const EIGHT_DIGITS = /^(?:\s*\d){8}\s*$/u;

/** Fills in the company of a number that the buyer has entered, and says so. */
export function RegisterHint({
  companyId,
  form,
}: {
  readonly companyId: string;
  readonly form: FormValues;
}): ReactNode {
  const { flow } = useCheckout();
  const [text, setText] = useState('');
  const filled = useRef<Texts>(new Map());
  /** Writes what is known of the number, and takes back what was written for another. Whether anything was filled in. */
  const write = useEffectEvent((company: Company | null): boolean => {
    const texts = [...toFill(company, form, filled.current)];
    for (const [name, value] of texts) {
      flow.change(name, value);
      if (value !== '') flow.leave(name);
    }
    filled.current = new Map(texts.filter(([, value]) => value !== ''));
    return filled.current.size > 0;
  });
  const fill = useEffectEvent((company: Company | 'unknown' | 'wrong'): string => {
    // The field says that a number is wrong.
    if (company === 'wrong') return '';
    if (company === 'unknown') return REGISTER_TEXTS.unknown;
    return write(company) ? REGISTER_TEXTS.filled : inRegister(company.name);
  });
  useEffect(() => {
    const asked = new AbortController();
    write(null);
    const tell = (told: string): void => {
      if (!asked.signal.aborted) setText(told);
    };
    if (EIGHT_DIGITS.test(companyId)) {
      tell(REGISTER_TEXTS.asked);
      void fetchCompany(companyId, asked.signal)
        .then((company) => (asked.signal.aborted ? '' : fill(company)))
        .catch(() => REGISTER_TEXTS.failed)
        .then(tell);
    } else tell('');
    return () => {
      asked.abort();
    };
  }, [companyId]);
  return text;
}
