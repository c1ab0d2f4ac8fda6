//! Files and directories, opened without following what strangers left there.
