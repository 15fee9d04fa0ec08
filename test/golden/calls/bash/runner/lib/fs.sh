make_temp() { mktemp -d; }
remove_tree() {
  case "$1" in
    /tmp/*) rm -rf "$1" ;;
    *) refuse "$1" ;;
  esac
}
refuse() { echo "refusing $1"; return 1; }
copy_tree() { cp -r "$1" "$2" || refuse "$2"; }
count_files() {
  list_files "$1" | wc -l
}
function list_files { find "$1" -type f; }
