//! Numbers and a policy in, a decision with its reasons out; pure.
