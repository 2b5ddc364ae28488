import { commerce } from '../proofs.mjs';

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'Delivery promises',
  entries: [
    {
      rule: 'promise: Easter Monday is a holiday',
      broken: 'Easter Sunday is',
      file: 'crates/commerce/src/delivery/holidays.rs',
      find: 'away == 1 ||',
      replace: 'away == 0 ||',
      noticedBy: commerce('czech_holidays_of_a_year'),
    },
    {
      rule: 'promise: at the cut-off it is too late for today',
      broken: 'it is not',
      file: 'crates/commerce/src/delivery/calendar.rs',
      find: 'moment < limit',
      replace: 'moment <= limit',
      noticedBy: commerce('the_cut_off_decides_about_today'),
    },
    {
      rule: "promise: the shop's closing days do not stop carriers",
      broken: 'they do',
      file: 'crates/commerce/src/delivery/calendar.rs',
      find: 'Worker::Carrier => open &&',
      replace:
        'Worker::Carrier => open && !self.closed.iter().any(|days| days.first <= day && day <= days.last) &&',
      noticedBy: commerce('working_days_leave_out_weekends_holidays_and_days_off'),
    },
  ],
};
