//! What the launcher is asked to create, and its form on the socket.

/// A program to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The file to execute.
    pub path: Vec<u8>,
    /// Its arguments, the name it goes by first.
    pub arguments: Vec<Vec<u8>>,
    /// Its environment, `NAME=value` each.
    pub environment: Vec<Vec<u8>>,
}

impl Order {
    /// The order as bytes: three counted lists of counted strings. Both ends are the same program
    /// on the same machine, so there is no version and the byte order is the machine's.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode_list(&mut bytes, std::slice::from_ref(&self.path));
        encode_list(&mut bytes, &self.arguments);
        encode_list(&mut bytes, &self.environment);
        bytes
    }

    /// Reads an order back; `None` for bytes that are none.
    pub fn decode(mut bytes: &[u8]) -> Option<Self> {
        let path = decode_list(&mut bytes)?.pop()?;
        let arguments = decode_list(&mut bytes)?;
        let environment = decode_list(&mut bytes)?;
        bytes.is_empty().then_some(Self { path, arguments, environment })
    }
}

fn encode_list(bytes: &mut Vec<u8>, list: &[Vec<u8>]) {
    bytes.extend(list.len().to_ne_bytes());
    for text in list {
        bytes.extend(text.len().to_ne_bytes());
        bytes.extend(text);
    }
}

fn decode_list(bytes: &mut &[u8]) -> Option<Vec<Vec<u8>>> {
    let count = decode_length(bytes)?;
    let mut list = Vec::new();
    for _ in 0..count {
        let length = decode_length(bytes)?;
        let (text, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        list.push(text.to_vec());
    }
    Some(list)
}

fn decode_length(bytes: &mut &[u8]) -> Option<usize> {
    let (length, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(usize::from_ne_bytes(*length))
}
