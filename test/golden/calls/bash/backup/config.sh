load_config() {
  local file="${XDG_CONFIG_HOME:-$HOME/.config}/backup"
  [[ -f $file ]] && parse_config "$file"
}

parse_config () {
  while IFS='=' read -r k v; do
    set_option "$k" "$v"
  done < "$1"
}

set_option() { eval "OPT_$1='$2'"; }

load_config
