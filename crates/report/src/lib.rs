//! Renders valid evidence and decisions; one file per format.
