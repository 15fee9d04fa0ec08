use std::path::PathBuf;

pub fn slug(text: &str) -> String {
    text.split(' ').map(clean).collect::<Vec<_>>().join("-")
}

fn clean(word: &str) -> String {
    word.to_lowercase()
}

pub fn title_case(text: &str) -> String {
    macros::shout!(text);
    text.to_string()
}

pub fn default_path() -> PathBuf {
    PathBuf::from("shelf.db")
}

#[macro_use]
mod macros {
    macro_rules! shout {
        ($e:expr) => {
            println!("{}", $e)
        };
    }
    pub(crate) use shout;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> &'static str {
        "a b"
    }

    #[test]
    fn slugs() {
        assert_eq!(slug(sample()), "a-b");
    }
}
