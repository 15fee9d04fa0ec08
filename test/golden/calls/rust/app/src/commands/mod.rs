pub mod add;
pub mod list;

pub(super) fn header() -> String {
    "shelf".into()
}
