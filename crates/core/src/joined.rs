//! Texts one after the other.

/// The texts in order, with `between` between any two. The standard library's own
/// `join` is a kilobyte for each type that it is asked to join.
pub fn joined<T: AsRef<str>>(texts: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut all = String::new();
    for (at, text) in texts.into_iter().enumerate() {
        if at > 0 {
            all.push_str(between);
        }
        all.push_str(text.as_ref());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_stands_between_two_only() {
        assert_eq!(joined(["a"; 0], ", "), "");
        assert_eq!(joined(["a"], ", "), "a");
        assert_eq!(joined(["a", "", "c"], ", "), "a, , c");
    }
}
