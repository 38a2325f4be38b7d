//! The page as HTML: the templates of `web/`, filled in. Every text is escaped; only pictures are not, which escape theirs.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minijinja::{Environment, UndefinedBehavior, context};
use sha2::{Digest, Sha256};

use super::model::Page;

const TEMPLATE: &str = include_str!("../../../web/page.html");
const STYLE: &str = include_str!("../../../web/page.css");
const SCRIPT: &str = include_str!("../../../web/page.js");

/// The HTML of a page.
pub(super) fn render(page: &Page) -> String {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    // The ending of the name switches escaping on.
    environment.add_template("page.html", TEMPLATE).expect("the template is valid");
    let template = environment.get_template("page.html").expect("the template exists");
    // The page may run this script and no other.
    let hash = STANDARD.encode(Sha256::digest(SCRIPT));
    template
        .render(context! { page, style => STYLE, script => SCRIPT, hash })
        .expect("the template uses only fields of a page")
}
