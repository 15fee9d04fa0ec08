use crate::store::Store;

pub fn print(store: &impl Store) {
    if store.is_empty() {
        banner("nothing");
    } else {
        let text = store.get(1).map(String::as_str).unwrap_or_default();
        banner(text);
    }
}

fn banner(text: &str) {
    println!("{}", frame(text));
}

fn frame(text: &str) -> String {
    format!("[{text}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Memory;

    #[test]
    fn frames() {
        assert_eq!(frame("x"), "[x]");
        print(&Memory::default());
    }
}
