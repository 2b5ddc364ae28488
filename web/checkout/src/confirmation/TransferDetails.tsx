import type { ReactNode } from 'react';
import type { BankTransferData } from '../bootstrap/data.ts';
import { formatMoney } from '../format/money.ts';
import { CopyButton } from './CopyButton.tsx';
import { svgDataUrl } from './svg-url.ts';

/** Everything for a bank transfer: the code to scan, and the same in writing. */
export function TransferDetails({
  payment,
  currency,
}: {
  readonly payment: BankTransferData;
  readonly currency: string;
}): ReactNode {
  return (
    <div className="co-transfer">
      {payment.qrSvg === null ? null : (
        <figure className="co-transfer__code">
          <img
            src={svgDataUrl(payment.qrSvg)}
            alt="QR kód s údaji pro platbu, stejnými jako v textu"
            width="208"
            height="208"
          />
          <figcaption>QR Platba: naskenujte v aplikaci své banky</figcaption>
        </figure>
      )}
      <div className="co-transfer__facts">
        <p>
          {payment.qrSvg === null
            ? 'QR kód vytváříme jen pro platby v\u00a0korunách. Zaplaťte prosím podle údajů níže.'
            : 'Zaplaťte prosím převodem. Všechny údaje jsou i v QR kódu, stačí ho naskenovat.'}
        </p>
        {payment.due === null ? null : <p className="co-transfer__due">{payment.due}</p>}
        <dl className="co-facts">
          <Fact label="Částka" value={formatMoney(payment.amount, currency)} copy={plain(payment.amount)} />
          <Fact label="Číslo účtu" value={payment.account} copy={payment.account} />
          <Fact label="Variabilní symbol" value={payment.variableSymbol} copy={payment.variableSymbol} />
          <Fact label="IBAN" value={grouped(payment.iban)} copy={payment.iban.replaceAll(/\s/gu, '')} />
        </dl>
      </div>
    </div>
  );
}

function Fact({
  label,
  value,
  copy,
}: {
  readonly label: string;
  readonly value: string;
  readonly copy: string;
}): ReactNode {
  return (
    <div className="co-facts__row">
      <dt>{label}</dt>
      <dd>
        <span className="co-facts__value">{value}</span>
        <CopyButton text={copy} what={label} />
      </dd>
    </div>
  );
}

/** `1290.00` -> `1290`, `1290.50` -> `1290,50`: as Czech banking applications take it. */
function plain(amount: string): string {
  return amount.replace(/\.00$/u, '').replace('.', ',');
}

/** An account number in groups of four, as on statements. */
function grouped(iban: string): string {
  return iban.replaceAll(/\s/gu, '').replaceAll(/(.{4})(?=.)/gu, '$1 ');
}
