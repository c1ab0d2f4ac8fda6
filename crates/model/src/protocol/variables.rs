//! The variables by which a program learns that it is listened to.

/// The variable that holds the number of the pipe's writing end.
pub const DESCRIPTOR_VARIABLE: &str = "PROBITY_FD";
/// The variable that holds the nonce of the run.
pub const NONCE_VARIABLE: &str = "PROBITY_NONCE";
