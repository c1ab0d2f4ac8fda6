//! Many runs in a planned order: blocks, roles, checkpoints; then validate, judge, seal.
