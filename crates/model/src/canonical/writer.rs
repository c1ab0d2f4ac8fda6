//! Writing the canonical form straight to bytes. Scalars are `serde_json`'s; the order of keys is
//! made here, by moving the entries of an object once it is whole.

use serde::ser::{self, Serialize, Serializer};
use serde_json::{Error, to_writer};

/// Appends one value.
pub(super) struct Writer<'o>(pub(super) &'o mut Vec<u8>);

/// The elements of an array, each with a comma after it, and what comes after the last.
pub(super) struct Elements<'o> {
    out: &'o mut Vec<u8>,
    close: &'static [u8],
}

/// The entries of an object, each with a comma after it, and what comes after the last.
pub(super) struct Entries<'o> {
    out: &'o mut Vec<u8>,
    /// Where the first entry starts.
    base: usize,
    entries: Vec<Entry>,
    close: &'static [u8],
}

/// Where an entry is, from the base of its object.
struct Entry {
    start: usize,
    /// After its key's last quotation mark.
    key_end: usize,
    end: usize,
    /// Its key, where that is written otherwise than it is.
    escaped: Option<String>,
}

impl Entry {
    fn key<'k>(&'k self, object: &'k [u8]) -> &'k [u8] {
        match &self.escaped {
            Some(key) => key.as_bytes(),
            None => &object[self.start + 1..self.key_end - 1],
        }
    }
}

/// Puts the closing brackets in the place of the last comma.
fn close(out: &mut Vec<u8>, close: &[u8]) {
    out.pop_if(|last| *last == b',');
    out.extend_from_slice(close);
}

impl Elements<'_> {
    fn element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(Writer(self.out))?;
        self.out.push(b',');
        Ok(())
    }

    fn finish(self) {
        close(self.out, self.close);
    }
}

impl<'o> Entries<'o> {
    fn open(out: &'o mut Vec<u8>, length: usize, close: &'static [u8]) -> Self {
        out.push(b'{');
        let base = out.len();
        Self { out, base, entries: Vec::with_capacity(length), close }
    }

    fn key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), Error> {
        let start = self.out.len();
        key.serialize(Writer(self.out))?;
        match self.out.get(start) {
            Some(b'"') => {}
            Some(b'-' | b'0'..=b'9' | b't' | b'f') => {
                self.out.insert(start, b'"');
                self.out.push(b'"');
            }
            _ => return Err(ser::Error::custom("key must be a string")),
        }
        let written = &self.out[start..];
        let escaped =
            written.contains(&b'\\').then(|| serde_json::from_slice(written)).transpose()?;
        let key_end = self.out.len() - self.base;
        let start = start - self.base;
        self.entries.push(Entry { start, key_end, end: key_end, escaped });
        self.out.push(b':');
        Ok(())
    }

    fn value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(Writer(self.out))?;
        self.out.push(b',');
        if let Some(entry) = self.entries.last_mut() {
            entry.end = self.out.len() - self.base;
        }
        Ok(())
    }

    fn finish(self) {
        let Self { out, base, mut entries, close: brackets } = self;
        let object = &out[base..];
        if !entries.is_sorted_by(|one, next| one.key(object) < next.key(object)) {
            let object = out.split_off(base);
            // Stable, so that of equal keys the last one given is the last, which is kept.
            entries.sort_by(|one, other| one.key(&object).cmp(other.key(&object)));
            for (place, entry) in entries.iter().enumerate() {
                let next = entries.get(place + 1);
                if next.is_none_or(|next| next.key(&object) != entry.key(&object)) {
                    out.extend_from_slice(&object[entry.start..entry.end]);
                }
            }
        }
        close(out, brackets);
    }
}

/// The scalars that are written as `serde_json` writes them.
macro_rules! scalars {
    ($($method:ident: $scalar:ty),*) => {
        $(fn $method(self, value: $scalar) -> Result<(), Error> {
            to_writer(self.0, &value)
        })*
    };
}

impl<'o> Serializer for Writer<'o> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Elements<'o>;
    type SerializeTuple = Elements<'o>;
    type SerializeTupleStruct = Elements<'o>;
    type SerializeTupleVariant = Elements<'o>;
    type SerializeMap = Entries<'o>;
    type SerializeStruct = Entries<'o>;
    type SerializeStructVariant = Entries<'o>;

    scalars! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_i64: i64, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32,
        serialize_u64: u64, serialize_f64: f64, serialize_char: char, serialize_str: &str
    }

    /// As the `f64` that it is.
    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.serialize_f64(value.into())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut only = Entries::open(self.0, 1, b"}");
        only.key(variant)?;
        only.value(value)?;
        only.finish();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'o>, Error> {
        self.0.push(b'[');
        Ok(Elements { out: self.0, close: b"]" })
    }

    fn serialize_tuple(self, _: usize) -> Result<Elements<'o>, Error> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements<'o>, Error> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Elements<'o>, Error> {
        self.0.push(b'{');
        Writer(self.0).serialize_str(variant)?;
        self.0.extend_from_slice(b":[");
        Ok(Elements { out: self.0, close: b"]}" })
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Entries<'o>, Error> {
        Ok(Entries::open(self.0, length.unwrap_or_default(), b"}"))
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Entries<'o>, Error> {
        Ok(Entries::open(self.0, length, b"}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Entries<'o>, Error> {
        self.0.push(b'{');
        Writer(self.0).serialize_str(variant)?;
        self.0.push(b':');
        Ok(Entries::open(self.0, length, b"}}"))
    }
}

/// The traits of arrays and of objects differ in the names of their methods only.
macro_rules! arrays {
    ($($of:ident::$method:ident),*) => {
        $(impl ser::$of for Elements<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Error> {
                self.element(value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish();
                Ok(())
            }
        })*
    };
}

arrays! {
    SerializeSeq::serialize_element, SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field, SerializeTupleVariant::serialize_field
}

macro_rules! objects {
    ($($of:ident),*) => {
        $(impl ser::$of for Entries<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.key(key)?;
                self.value(value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish();
                Ok(())
            }
        })*
    };
}

objects! { SerializeStruct, SerializeStructVariant }

impl ser::SerializeMap for Entries<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), Error> {
        self.key(key)
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Error> {
        self.value(value)
    }

    fn end(self) -> Result<(), Error> {
        self.finish();
        Ok(())
    }
}
