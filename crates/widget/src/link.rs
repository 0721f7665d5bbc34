//! The state in a link: names and values as in the query of an address.

/// Names with their values, in the order in which they are written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    pairs: Vec<(String, String)>,
}

impl Link {
    /// Adds a name and its value.
    pub fn push(&mut self, name: &str, value: &str) {
        self.pairs.push((name.to_owned(), value.to_owned()));
    }

    /// The value of a name, the first if it stands there twice.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.pairs().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    /// Takes a name out.
    pub fn remove(&mut self, name: &str) {
        self.pairs.retain(|(n, _)| n != name);
    }

    /// Adds all of another one.
    pub fn append(&mut self, other: &Self) {
        self.pairs.extend_from_slice(&other.pairs);
    }

    /// All names with their values.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }

    /// Written as `name=value&name=value`.
    pub fn encode(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.pairs() {
            if !text.is_empty() {
                text.push('&');
            }
            escape(&mut text, name);
            text.push('=');
            escape(&mut text, value);
        }
        text
    }

    /// The reverse of [`Link::encode`]. Parts without a `=` are passed over.
    pub fn decode(text: &str) -> Self {
        let pairs = text
            .split('&')
            .filter_map(|part| part.split_once('='))
            .map(|(name, value)| (unescape(name), unescape(value)))
            .collect();
        Self { pairs }
    }
}

fn escape(text: &mut String, part: &str) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in part.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~,:".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push('%');
            text.push(char::from(HEX[usize::from(byte >> 4)]));
            text.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

/// What is not a proper escape is kept as it is; what is no UTF-8 is nothing.
fn unescape(part: &str) -> String {
    let bytes = part.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escaped = part
            .get(at + 1..at + 3)
            .filter(|_| bytes[at] == b'%')
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        plain.push(match escaped {
            Some(byte) => byte,
            None if bytes[at] == b'+' => b' ',
            None => bytes[at],
        });
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8(plain).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        let mut link = Link::default();
        link.push("name", "a=b & c% d+é");
        link.push("draws", "0.461,0.2095");
        link.push("empty", "");
        assert_eq!(Link::decode(&link.encode()), link);
    }

    #[test]
    fn plain_values_stay_readable() {
        let mut link = Link::default();
        link.push("preset", "app-recovery");
        link.push("cap", "600ms");
        assert_eq!(link.encode(), "preset=app-recovery&cap=600ms");
    }

    #[test]
    fn junk_is_no_error() {
        for junk in ["", "&&", "=", "%", "%zz=%e2%82", "a=%f", "é=%é1", "a"] {
            let _ = Link::decode(junk);
        }
        assert_eq!(Link::decode("a&b=%4"), Link::decode("b=%254"));
    }
}
