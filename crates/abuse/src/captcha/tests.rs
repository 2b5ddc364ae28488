use super::*;
use std::time::Duration;
use zkratka_commerce::ids::{AttemptKey, CartKey};
use zkratka_config::SharedSecret;

const NOW: Timestamp = Timestamp(1_800_000_000_000);
/// A person needs as long to type an answer.
const TYPED: Timestamp = Timestamp(NOW.0 + ANSWER_AFTER);
const SALT: Secret = Secret([7; 16]);
const PURPOSE: Purpose<'static> = Purpose {
    cart: CartKey(11),
    token: "pokus-00000001",
};

fn from(address: &str) -> IpAddr {
    address.parse().unwrap()
}

fn captcha(demand: CaptchaDemand) -> Captcha {
    let settings = CaptchaSettings {
        demand,
        submits: 5,
        failures: 2,
        window: Duration::from_mins(1),
        difficulty: 8,
        secret: Some(SharedSecret("tajemstvi-z-konfigurace".to_owned())),
    };
    Captcha::new(settings, &Secret([1; 16]))
}

/// Computes the proof of work, as a browser does.
fn work(challenge: &Challenge) -> String {
    let fits = |number: &u64| {
        let digest = <sha2::Sha256 as sha2::Digest>::digest(format!("{}:{number}", challenge.text));
        u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]).leading_zeros()
            >= challenge.difficulty
    };
    (0..1_000_000).find(fits).unwrap().to_string()
}

fn worked(challenge: &Challenge) -> Solution {
    Solution {
        challenge: challenge.text.clone(),
        work: Some(work(challenge)),
        answer: None,
    }
}

fn answered(challenge: &Challenge, answer: &str) -> Solution {
    Solution {
        challenge: challenge.text.clone(),
        work: None,
        answer: Some(answer.to_owned()),
    }
}

/// Computes the answer, as a person does who reads the question.
fn sum(question: &str) -> usize {
    let words = [
        "nula", "jedna", "dvě", "tři", "čtyři", "pět", "šest", "sedm", "osm", "devět",
    ];
    let question = question.split('?').next().unwrap();
    let known = question
        .split(' ')
        .filter_map(|word| words.iter().position(|known| *known == word));
    let numbers: Vec<_> = known.collect();
    assert_eq!(numbers.len(), 2, "{question}");
    numbers.iter().sum()
}

#[test]
fn work_and_the_right_answer_solve_a_challenge() {
    let captcha = captcha(CaptchaDemand::Always);
    for salt in 0..40 {
        // Each address may answer a few questions only.
        let here = Some(from(&format!("192.0.2.{salt}")));
        let challenge = captcha.challenge(PURPOSE, here, &Secret([salt; 16]), NOW);
        assert!(captcha.is_solved(&worked(&challenge), PURPOSE, here, NOW));
        let question = challenge.question.clone().unwrap();
        let answer = format!(" {} ", sum(&question));
        assert!(
            captcha.is_solved(&answered(&challenge, &answer), PURPOSE, here, TYPED),
            "{question}"
        );
    }
}

/// A solution is not valid for another cart, attempt, time, shop or proof of work.
#[test]
fn a_solution_is_worth_nothing_elsewhere() {
    let captcha = captcha(CaptchaDemand::Always);
    let challenge = captcha.challenge(PURPOSE, None, &SALT, NOW);
    let good = worked(&challenge);
    let is_solved = |solution: &Solution, purpose: Purpose<'_>, now| {
        captcha.is_solved(solution, purpose, None, now)
    };
    assert!(is_solved(&good, PURPOSE, NOW));
    let other_cart = Purpose {
        cart: CartKey(12),
        ..PURPOSE
    };
    let other_token = Purpose {
        token: "pokus-00000002",
        ..PURPOSE
    };
    assert!(!is_solved(&good, other_cart, NOW));
    assert!(!is_solved(&good, other_token, NOW));
    assert!(is_solved(&good, PURPOSE, NOW.plus(LIFETIME - 1)));
    assert!(!is_solved(&good, PURPOSE, NOW.plus(LIFETIME)));
    let mut settings = captcha.settings.clone();
    settings.secret = None;
    let other_shop = Captcha::new(settings, &Secret([2; 16]));
    assert!(!other_shop.is_solved(&good, PURPOSE, None, NOW));

    let easier = challenge.text.replacen(".8.", ".0.", 1);
    let longer = challenge.text.replacen("18", "28", 1);
    for text in [
        easier,
        longer,
        String::new(),
        "...".to_owned(),
        "9".repeat(300),
    ] {
        let changed = Solution {
            challenge: text,
            ..good.clone()
        };
        assert!(!is_solved(&changed, PURPOSE, NOW), "{changed:?}");
    }
    let unworked = (0..2_000).map(|number: u64| number.to_string());
    let unworked = unworked.map(|work| Solution {
        work: Some(work),
        ..good.clone()
    });
    let wrong = unworked
        .take(2_000)
        .filter(|solution| !is_solved(solution, PURPOSE, NOW));
    assert!(wrong.count() > 1_900, "most numbers are no work");
    for work in ["", "-1", "1 ", "0x10", "999999999999999999999"] {
        let solution = Solution {
            work: Some(work.to_owned()),
            ..good.clone()
        };
        assert!(!is_solved(&solution, PURPOSE, NOW), "{work}");
    }
    let nothing = Solution { work: None, ..good };
    assert!(!is_solved(&nothing, PURPOSE, NOW));
}

/// After too many wrong answers the server asks no more questions. Proofs of work are still accepted.
#[test]
fn guessing_is_soon_over() {
    let captcha = captcha(CaptchaDemand::Always);
    let here = Some(from("192.0.2.1"));
    let challenge = captcha.challenge(PURPOSE, here, &SALT, NOW);
    let right = sum(challenge.question.as_deref().unwrap());
    for guess in 0..5 {
        let wrong = answered(&challenge, &(right + 1 + guess).to_string());
        assert!(!captcha.is_solved(&wrong, PURPOSE, here, TYPED));
    }
    let late = answered(&challenge, &right.to_string());
    assert!(!captcha.is_solved(&late, PURPOSE, here, TYPED));
    assert_eq!(captcha.challenge(PURPOSE, here, &SALT, NOW).question, None);
    assert!(captcha.is_solved(&worked(&challenge), PURPOSE, here, NOW));
    let elsewhere = Some(from("192.0.2.2"));
    assert!(captcha.is_solved(&late, PURPOSE, elsewhere, TYPED));
}

/// A program that answers every sum rightly gets five answers in a window, too; after that it has to work.
#[test]
fn right_answers_are_limited_like_wrong_ones() {
    let captcha = captcha(CaptchaDemand::Always);
    let here = Some(from("192.0.2.1"));
    let solve = |now: Timestamp| {
        let challenge = captcha.challenge(PURPOSE, here, &SALT, now);
        let right = sum(challenge.question.as_deref()?).to_string();
        let typed = now.plus(ANSWER_AFTER);
        Some(captcha.is_solved(&answered(&challenge, &right), PURPOSE, here, typed))
    };
    for _ in 0..5 {
        assert_eq!(solve(NOW), Some(true));
    }
    assert_eq!(solve(NOW), None, "no question is asked");
    assert_eq!(solve(NOW.plus(70_000)), Some(true), "the window is over");
}

#[test]
fn an_answer_sooner_than_a_person_can_type_is_refused() {
    let captcha = captcha(CaptchaDemand::Always);
    let here = Some(from("192.0.2.1"));
    let challenge = captcha.challenge(PURPOSE, here, &SALT, NOW);
    let right = answered(
        &challenge,
        &sum(challenge.question.as_deref().unwrap()).to_string(),
    );
    assert!(!captcha.is_solved(&right, PURPOSE, here, Timestamp(TYPED.0 - 1)));
    assert!(captcha.is_solved(&right, PURPOSE, here, TYPED));
    let earlier = challenge
        .text
        .replacen(&TYPED.0.to_string(), &NOW.0.to_string(), 1);
    assert_ne!(earlier, challenge.text);
    let changed = Solution {
        challenge: earlier,
        ..right
    };
    assert!(!captcha.is_solved(&changed, PURPOSE, here, NOW));
}

/// Submits that begin together are counted before the first one has failed.
#[test]
fn submits_count_when_they_begin() {
    let captcha = captcha(CaptchaDemand::Suspicious);
    let here = Some(from("192.0.2.1"));
    let begun = (0..50).filter(|_| captcha.try_enter(here, NOW)).count();
    assert_eq!(begun, 2, "as many as may fail");
    captcha.ended(here, SubmitEnd::Accepted, NOW);
    assert!(captcha.try_enter(here, NOW), "one of them did not fail");
    assert!(!captcha.try_enter(here, NOW));
}

/// A payment that waits for its buyer counts as failed once it has failed, however the submit ended.
#[test]
fn payments_that_wait_count_when_they_have_failed() {
    let captcha = captcha(CaptchaDemand::Suspicious);
    let here = Some(from("192.0.2.1"));
    let wait = |attempt| {
        assert!(captcha.try_enter(here, NOW));
        captcha.ended(here, SubmitEnd::Waiting(AttemptKey(attempt)), NOW);
    };
    wait(1);
    assert_eq!(captcha.waiting(here, NOW), [], "one is no reason to look");
    wait(1);
    wait(2);
    let both = [AttemptKey(1), AttemptKey(2)];
    assert_eq!(captcha.waiting(here, NOW), both, "the same one once");
    captcha.waited(here, AttemptKey(1), true, NOW);
    captcha.waited(here, AttemptKey(1), true, NOW);
    captcha.waited(here, AttemptKey(9), true, NOW);
    wait(3);
    captcha.waited(here, AttemptKey(2), false, NOW);
    assert_eq!(captcha.waiting(here, NOW), [AttemptKey(3)]);
    captcha.waited(here, AttemptKey(3), true, NOW);
    assert!(!captcha.try_enter(here, NOW), "two have failed");
    let later = NOW.plus(60_000);
    captcha.waited(here, AttemptKey(3), true, later);
    assert!(captcha.try_enter(here, later), "the window is over");
}

/// So many payments cannot wait at one address that the table grows without bound.
#[test]
fn too_many_payments_that_wait_count_as_failed() {
    let mut settings = captcha(CaptchaDemand::Suspicious).settings;
    (settings.submits, settings.failures) = (0, 17);
    let captcha = Captcha::new(settings, &Secret([1; 16]));
    let entered = (0..100).filter(|attempt| {
        let is_free = captcha.try_enter(None, NOW);
        if is_free {
            captcha.ended(None, SubmitEnd::Waiting(AttemptKey(*attempt)), NOW);
        }
        is_free
    });
    assert_eq!(
        entered.count(),
        33,
        "16 that wait, and 17 that count as failed"
    );
    assert_eq!(
        captcha.waiting(None, NOW),
        [],
        "they decide nothing any more"
    );
}

/// Each failure beyond the configured number doubles the work, for this address alone.
#[test]
fn the_work_grows_with_the_failures() {
    let captcha = captcha(CaptchaDemand::Suspicious);
    let (here, there) = (Some(from("192.0.2.1")), Some(from("192.0.2.2")));
    let difficulty = |at| captcha.challenge(PURPOSE, at, &SALT, NOW).difficulty;
    let difficulties = (0..9).map(|_| {
        captcha.enter_solved(here, NOW);
        captcha.ended(here, SubmitEnd::Failed, NOW);
        difficulty(here)
    });
    let difficulties: Vec<_> = difficulties.collect();
    assert_eq!(difficulties, [8, 8, 9, 10, 11, 12, 12, 12, 12]);
    assert_eq!(difficulty(there), 8);
}

#[test]
fn a_captcha_is_demanded_of_those_who_fail_or_submit_much() {
    let captcha = captcha(CaptchaDemand::Suspicious);
    let (here, there) = (Some(from("2001:db8::1")), Some(from("2001:db8:0:1::1")));
    let submit = |from, end| {
        let is_free = captcha.try_enter(from, NOW);
        if is_free {
            captcha.ended(from, end, NOW);
        }
        is_free
    };
    assert!(submit(here, SubmitEnd::Failed));
    assert!(submit(here, SubmitEnd::Failed));
    assert!(!submit(here, SubmitEnd::Failed), "two payments failed");
    assert!(
        !captcha.try_enter(Some(from("2001:db8::ffff:2")), NOW),
        "one network of 64 bits"
    );
    assert!(
        captcha.try_enter(here, NOW.plus(60_000)),
        "the window is over"
    );
    for _ in 0..5 {
        assert!(submit(there, SubmitEnd::NotBegun), "it began no attempt");
        assert!(submit(there, SubmitEnd::Accepted));
    }
    assert!(
        !submit(there, SubmitEnd::Accepted),
        "five carts were submitted"
    );
}

#[test]
fn it_is_demanded_always_or_never_where_that_is_configured() {
    for (demand, expected) in [(CaptchaDemand::Always, false), (CaptchaDemand::Never, true)] {
        let captcha = captcha(demand);
        for _ in 0..9 {
            captcha.enter_solved(None, NOW);
        }
        assert_eq!(captcha.try_enter(None, NOW), expected);
    }
}
