import { commerce, schedules } from '../proofs.mjs';

const LIFE = 'crates/commerce/src/order_life/decide';

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'Orders that wait for their transfer',
  entries: [
    {
      rule: 'a transfer is due on a day on which banks work',
      broken: 'it is due on any day',
      file: 'crates/commerce/src/transfer.rs',
      find: 'calendar.later_bank_day(wanted, 0)?',
      replace: 'wanted',
      noticedBy: commerce('banks_do_not_work_at_weekends_and_on_holidays'),
    },
    {
      rule: 'an order expires at its end',
      broken: 'a moment later',
      file: 'crates/commerce/src/transfer.rs',
      find: 'now >= self.expires_at',
      replace: 'now > self.expires_at',
      noticedBy: commerce('an_unpaid_order_expires'),
    },
    {
      rule: 'a paid order does not expire',
      broken: 'it does',
      file: 'crates/commerce/src/order_life/waits.rs',
      find: 'self.paid.is_zero() && ',
      replace: '',
      noticedBy: commerce('a_paid_order_does_not_expire'),
    },
    {
      rule: 'an order that expires returns its units to stock',
      broken: 'it keeps them',
      file: `${LIFE}/cancel.rs`,
      find: 'restock: true',
      replace: 'restock: false',
      noticedBy: schedules('every_schedule_ends_with_books_that_agree'),
    },
    {
      rule: 'a buyer is reminded once',
      broken: 'whenever a server looks',
      file: `${LIFE}/transfer.rs`,
      find: 'Some(_) if !life.is_reminded',
      replace: 'Some(_) if true',
      noticedBy: commerce('a_buyer_is_reminded_once'),
    },
    {
      rule: 'money for a cancelled order is reported as late',
      broken: 'it is reported as paid',
      file: `${LIFE}/mark_paid.rs`,
      find: 'if life.cancelled_at.is_none() {',
      replace: 'if life.paid.is_zero() {',
      noticedBy: commerce('a_late_payment_is_told_to_a_person'),
    },
  ],
};
