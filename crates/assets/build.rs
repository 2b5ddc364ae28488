//! Makes sure that the folders embedded in the binary exist, so that the server also builds before its web assets do.

use std::path::Path;

fn main() -> std::io::Result<()> {
    for folder in [
        "../../web/dist",
        "../../web/dist-sandbox",
        "../../themes/demo/assets",
        "../../themes/demo/policies",
        "../../themes/demo/templates",
    ] {
        std::fs::create_dir_all(Path::new(folder))?;
        println!("cargo::rerun-if-changed={folder}");
    }
    Ok(())
}
