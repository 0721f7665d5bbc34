//! Markup, written so that it is always well-formed: text and attribute values are
//! escaped, whatever they hold.

/// A piece of markup being written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Markup {
    written: String,
}

/// The attributes of an element, by name and value.
pub(crate) type Attributes<'a> = [(&'static str, &'a str)];

impl Markup {
    /// `<name …>`, to be closed.
    pub(crate) fn open(&mut self, name: &str, attributes: &Attributes) {
        self.begin(name, attributes);
        self.written.push('>');
    }

    /// `</name>`.
    pub(crate) fn close(&mut self, name: &str) {
        self.written.push_str("</");
        self.written.push_str(name);
        self.written.push('>');
    }

    /// `<name …/>`.
    pub(crate) fn empty(&mut self, name: &str, attributes: &Attributes) {
        self.begin(name, attributes);
        self.written.push_str("/>");
    }

    /// `<name …>text</name>`.
    pub(crate) fn leaf(&mut self, name: &str, attributes: &Attributes, text: &str) {
        self.open(name, attributes);
        self.escape(text);
        self.close(name);
    }

    /// What has been written.
    pub(crate) fn finish(self) -> String {
        self.written
    }

    fn begin(&mut self, name: &str, attributes: &Attributes) {
        self.written.push('<');
        self.written.push_str(name);
        for (name, value) in attributes {
            self.written.push(' ');
            self.written.push_str(name);
            self.written.push_str("=\"");
            self.escape(value);
            self.written.push('"');
        }
    }

    fn escape(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '&' => self.written.push_str("&amp;"),
                '<' => self.written.push_str("&lt;"),
                '"' => self.written.push_str("&quot;"),
                other => self.written.push(other),
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The text between the tags of `markup`, which has to be well-formed: every
    /// element closed, in the right order.
    pub(crate) fn text_of(markup: &str) -> String {
        let mut open = Vec::new();
        let mut text = String::new();
        let mut rest = markup;
        while let Some(start) = rest.find('<') {
            text.push_str(&rest[..start]);
            let end = start + rest[start..].find('>').expect("a tag ends");
            let tag = &rest[start + 1..end];
            rest = &rest[end + 1..];
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "{markup}");
            } else if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap());
            }
        }
        assert!(open.is_empty(), "{open:?} left open in {markup}");
        text.push_str(rest);
        text
    }

    #[test]
    fn text_and_values_are_escaped() {
        let mut markup = Markup::default();
        markup.open("a", &[("b", "\"<&")]);
        markup.leaf("c", &[], "1 < 2 & \"3\"");
        markup.empty("d", &[("e", "f"), ("g", "h")]);
        markup.close("a");
        assert_eq!(
            markup.finish(),
            "<a b=\"&quot;&lt;&amp;\"><c>1 &lt; 2 &amp; &quot;3&quot;</c><d e=\"f\" g=\"h\"/></a>"
        );
    }

    #[test]
    #[should_panic(expected = "left open")]
    fn what_is_not_closed_is_noticed() {
        text_of("<a><b/>");
    }
}
