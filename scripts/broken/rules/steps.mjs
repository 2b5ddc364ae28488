import { onPostgres } from '../proofs.mjs';

const POSTGRES = 'crates/store/src/postgres';

/** @type {import('../rules.mjs').Section} */
export default {
  section: 'Steps that share transactions',
  entries: [
    {
      rule: 'steps whose commit has no answer are not repeated',
      broken: 'they are',
      file: `${POSTGRES}/steps/mod.rs`,
      find: `            for job in batch {
                job.answer(Err(error.clone()));
            }
            return Vec::new();`,
      replace: '            return batch;',
      noticedBy: onPostgres('a_commit_without_an_answer_is_not_repeated'),
    },
    {
      rule: 'a step that cannot be written fails alone',
      broken: 'all steps of its transaction fail',
      file: `${POSTGRES}/steps/mod.rs`,
      find: `its steps are written one by one");
            return batch;`,
      replace: `its steps are written one by one");
            for job in batch {
                job.answer(Err(error.clone()));
            }
            return Vec::new();`,
      noticedBy: onPostgres('a_step_whose_attempt_cannot_be_read_fails_alone'),
    },
    {
      rule: 'a batch counts as under way for half a second at most',
      broken: 'until its last step is answered',
      file: `${POSTGRES}/steps/mod.rs`,
      find: 'LONGEST_UNDER_WAY: Duration = Duration::from_millis(500)',
      replace: 'LONGEST_UNDER_WAY: Duration = Duration::from_secs(500)',
      noticedBy: onPostgres('steps_that_wait_for_a_lock_do_not_hold_up_others'),
    },
    {
      rule: 'orders share transactions',
      broken: 'each has its own',
      file: `${POSTGRES}/advance.rs`,
      find: `            step.attempt.snapshot.sells_gift_cards()
        }
    }
}

/// A step that follows`,
      replace: `            let _ = step.attempt.snapshot.sells_gift_cards();
            true
        }
    }
}

/// A step that follows`,
      noticedBy: onPostgres('make_orders_in_shared_transactions'),
    },
    {
      rule: 'captures share transactions with orders and attempts',
      broken: 'each has its own',
      file: `${POSTGRES}/advance.rs`,
      find: `        StepCommit::Release => true,
        StepCommit::MakeOrder { .. } | StepCommit::UpdateOrderPayment(_) => {`,
      replace: `        StepCommit::Release | StepCommit::UpdateOrderPayment(_) => true,
        StepCommit::MakeOrder { .. } => {`,
      noticedBy: onPostgres('steps_of_every_kind_share_a_transaction'),
    },
    {
      rule: 'an attempt that no longer fits into the stock is left out of the transaction',
      broken: 'it fails the transaction',
      file: `${POSTGRES}/steps/decided.rs`,
      find: 'available - reserved >= units',
      replace: 'available + reserved >= units',
      noticedBy: onPostgres('one_that_needs_more_than_is_left_does_not_fail_the_others'),
    },
    {
      rule: 'every request of a transaction finds a known token',
      broken: 'only the first does',
      file: `${POSTGRES}/steps/together.rs`,
      find: `locked.by_token.get(token));`,
      replace: `locked.by_token.remove(token));
                let known = known.as_ref();`,
      noticedBy: onPostgres('a_known_token_is_known_to_every_request'),
    },
    {
      rule: 'attempts that begin together take tokens in their order',
      broken: 'in the order of arrival',
      file: `${POSTGRES}/steps/decided.rs`,
      find: '.sort_by(|(_, a, _), (_, b, _)| a.attempt.token.cmp(&b.attempt.token));',
      replace: '.sort_by_key(|(place, _, _)| *place);',
      noticedBy: onPostgres('attempts_that_begin_together_take_tokens_in_their_order'),
    },
    {
      rule: 'stock is locked before numbers',
      broken: 'after them',
      file: `${POSTGRES}/steps/decided.rs`,
      find: '    let count = i64::try_from(orders).unwrap_or(i64::MAX);',
      replace: `    let count = i64::try_from(orders).unwrap_or(i64::MAX);
    session.ask(&[(orders::NEXT, &[&0_i64])]).await?;`,
      noticedBy: onPostgres('stock_comes_before_numbers'),
    },
  ],
};
