//! The public library of Probity, a performance instrument that says what each number is worth.
