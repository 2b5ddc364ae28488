use super::*;
use std::time::Duration;
use zkratka_commerce::ids::CartKey;
use zkratka_config::SharedSecret;

const NOW: Timestamp = Timestamp(1_800_000_000_000);
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
    let here = Some(from("192.0.2.1"));
    for salt in 0..40 {
        let challenge = captcha.challenge(PURPOSE, here, &Secret([salt; 16]), NOW);
        assert!(captcha.is_solved(&worked(&challenge), PURPOSE, here, NOW));
        let question = challenge.question.clone().unwrap();
        let answer = format!(" {} ", sum(&question));
        assert!(
            captcha.is_solved(&answered(&challenge, &answer), PURPOSE, here, NOW),
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
        assert!(!captcha.is_solved(&wrong, PURPOSE, here, NOW));
    }
    let late = answered(&challenge, &right.to_string());
    assert!(!captcha.is_solved(&late, PURPOSE, here, NOW));
    assert_eq!(captcha.challenge(PURPOSE, here, &SALT, NOW).question, None);
    assert!(captcha.is_solved(&worked(&challenge), PURPOSE, here, NOW));
    let elsewhere = Some(from("192.0.2.2"));
    assert!(captcha.is_solved(&late, PURPOSE, elsewhere, NOW));
}

#[test]
fn a_captcha_is_demanded_of_those_who_fail_or_submit_much() {
    let captcha = captcha(CaptchaDemand::Suspicious);
    let (here, there) = (Some(from("2001:db8::1")), Some(from("2001:db8:0:1::1")));
    assert!(!captcha.is_demanded(here, NOW));
    captcha.submitted(here, true, NOW);
    assert!(!captcha.is_demanded(here, NOW));
    captcha.submitted(here, true, NOW);
    assert!(captcha.is_demanded(here, NOW), "two payments failed");
    assert!(
        captcha.is_demanded(Some(from("2001:db8::ffff:2")), NOW),
        "one network of 64 bits"
    );
    assert!(!captcha.is_demanded(there, NOW));
    assert!(
        !captcha.is_demanded(here, NOW.plus(60_000)),
        "the window is over"
    );
    for _ in 0..5 {
        assert!(!captcha.is_demanded(there, NOW));
        captcha.submitted(there, false, NOW);
    }
    assert!(captcha.is_demanded(there, NOW), "five carts were submitted");
}

#[test]
fn it_is_demanded_always_or_never_where_that_is_configured() {
    for (demand, expected) in [(CaptchaDemand::Always, true), (CaptchaDemand::Never, false)] {
        let captcha = captcha(demand);
        for _ in 0..9 {
            captcha.submitted(None, true, NOW);
        }
        assert_eq!(captcha.is_demanded(None, NOW), expected);
    }
}
