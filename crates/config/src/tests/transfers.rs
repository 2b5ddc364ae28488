//! Tests of the terms of bank transfers in `[payments]`: values, and the key of each fault.

use super::{SMALLEST, faults, parse};
use zkratka_commerce::transfer::TransferTerms;

/// [B.12] A shop has terms that it need not write, and a reminder lies between the order and its due day.
#[test]
fn a_transfer_is_due_on_the_terms_of_the_shop() {
    for (keys, due_days, reminder_days, grace_days) in [
        ("", 7, 2, 3),
        (
            "transfer_due_days = 14\ntransfer_grace_days = 0\n",
            14,
            2,
            0,
        ),
        (
            "transfer_due_days = 1\ntransfer_reminder_days = 0\n",
            1,
            0,
            3,
        ),
        (
            "transfer_due_days = 90\ntransfer_reminder_days = 89\n",
            90,
            89,
            3,
        ),
    ] {
        let config = parse(&format!("{SMALLEST}[payments]\n{keys}")).unwrap();
        let expected = TransferTerms {
            due_days,
            reminder_days,
            grace_days,
        };
        assert_eq!(config.rules.transfers, expected, "{keys}");
    }
    assert_eq!(
        parse(SMALLEST).unwrap().rules.transfers,
        TransferTerms::default()
    );
    for (keys, key, expected) in [
        ("transfer_due_days = 0\n", "due_days", "from 1 to 90"),
        ("transfer_due_days = 91\n", "due_days", "from 1 to 90"),
        (
            "transfer_reminder_days = 90\n",
            "reminder_days",
            "from 0 to 89",
        ),
        ("transfer_grace_days = 31\n", "grace_days", "from 0 to 30"),
        ("transfer_grace_days = -1\n", "grace_days", "from 0 to 30"),
        (
            "transfer_reminder_days = 7\n",
            "reminder_days",
            "write less than transfer_due_days, which is 7",
        ),
        (
            "transfer_due_days = 2\n",
            "reminder_days",
            "write less than transfer_due_days, which is 2",
        ),
    ] {
        let found = faults(&format!("{SMALLEST}[payments]\n{keys}"));
        let key = format!("payments.transfer_{key}");
        assert!(
            found
                .iter()
                .any(|fault| fault.key == key && fault.message.contains(expected)),
            "{keys}: {found:?}"
        );
    }
}
