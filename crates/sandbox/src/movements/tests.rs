use super::*;
use proptest::prelude::*;
use rusqlite::Connection;
use zkratka_commerce::money::Currency;

const NOW: Timestamp = Timestamp(1_700_000_000_000);

#[derive(Clone, Debug)]
enum Step {
    /// The shop refunds under one of few keys.
    Refund(u8, i64),
    Control(Control),
}

fn step() -> impl Strategy<Value = Step> {
    let amount = || (-1..=120_i64).prop_map(MinorUnits::new);
    prop_oneof![
        (any::<u8>(), -1..=120_i64).prop_map(|(key, amount)| Step::Refund(key, amount)),
        amount().prop_map(|amount| Step::Control(Control::Refund { amount })),
        amount().prop_map(|amount| Step::Control(Control::Reverse { amount })),
        amount().prop_map(|amount| Step::Control(Control::OpenDispute { amount })),
        Just(Step::Control(Control::WinDispute)),
        Just(Step::Control(Control::LoseDispute)),
        Just(Step::Control(Control::FailCapture)),
        Just(Step::Control(Control::HoldRefunds)),
        Just(Step::Control(Control::SettleRefunds)),
        Just(Step::Control(Control::FailRefunds)),
    ]
}

proptest! {
    /// Whatever happens, no more is taken back than was captured, nothing is decided twice, and a dispute stops refunds.
    #[test]
    fn no_more_is_taken_back_than_was_captured(steps in prop::collection::vec(step(), 0..40)) {
        let mut connection = Connection::open_in_memory().expect("a database");
        connection.execute_batch(SCHEMA).expect("the schema");
        let transaction = connection.transaction().expect("a transaction");
        let captured = Captured {
            reference: "pay_1".to_owned(),
            amount: Money::new(MinorUnits::new(100), Currency::CZK),
        };
        let mut decided: Vec<Movement> = Vec::new();
        for (number, step) in steps.into_iter().enumerate() {
            let is_disputed = of(&transaction, "pay_1").expect("movements").iter().any(|it| {
                it.kind == MovementKind::Dispute && it.status == MovementStatus::Pending
            });
            let id = format!("m{number}");
            match step {
                Step::Refund(key, minor) => {
                    let key = format!("r{key}");
                    let amount = Money::new(MinorUnits::new(minor), Currency::CZK);
                    let new = NewRefund { id, key: Some(&key), amount };
                    let done = refund(&transaction, &captured, new, NOW).expect("a decision");
                    prop_assert!(done.is_err() || !is_disputed);
                }
                Step::Control(wish) => {
                    control(&transaction, &captured, wish, &id, NOW).expect("a decision");
                }
            }
            let movements = of(&transaction, "pay_1").expect("movements");
            let taken: i64 = movements
                .iter()
                .filter(|it| it.status != MovementStatus::Undone)
                .map(|it| it.amount.minor.get())
                .sum();
            prop_assert!((0..=100).contains(&taken), "{movements:?}");
            for before in &decided {
                prop_assert!(movements.contains(before), "{before:?} changed");
            }
            decided = movements;
            decided.retain(|it| it.status != MovementStatus::Pending);
        }
    }
}
