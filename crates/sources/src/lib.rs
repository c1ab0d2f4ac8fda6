//! Every place a measurement comes from, one folder each; and the session that opens a selection of them and takes edges in order.
