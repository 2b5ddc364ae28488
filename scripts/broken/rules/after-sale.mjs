import { attempts, schedules } from '../proofs.mjs';

const BOOKS = 'every_schedule_ends_with_books_that_agree';

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'Money after the sale',
  entries: [
    {
      rule: 'each refund has a key of its own at the gateway',
      broken: 'all refunds of an order share one',
      file: 'crates/attempts/src/names.rs',
      find: String.raw`format!("{REFUND}\0{refund}")`,
      replace: String.raw`format!("{REFUND}\0{}", refund.min(0))`,
      noticedBy: schedules(BOOKS),
    },
    {
      rule: 'a unit that a failed refund put back in stock is not put back again',
      broken: 'each refund puts its units back',
      file: 'crates/commerce/src/order_life/decide/refund.rs',
      find: '(units - there).min(room)',
      replace: 'units + 0 * room.min(there)',
      noticedBy: schedules(BOOKS),
    },
    {
      rule: 'a report that comes before its order comes again',
      broken: 'it is taken and forgotten',
      file: 'crates/attempts/src/notified.rs',
      find: 'if attempt.is_live() {',
      replace: 'if attempt.order.is_some() {',
      noticedBy: attempts('a_report_that_comes_before_its_order_comes_again'),
    },
  ],
};
