//! Response curves and their targets.

pub(super) mod response;
pub(super) mod targets;
