# Completion of laguz for bash. The program says itself what there is.
_laguz() {
  local word=${COMP_WORDS[COMP_CWORD]} laguz=${COMP_WORDS[0]} found
  if [ "$COMP_CWORD" -eq 1 ]; then
    found=$("$laguz" --list-commands 2>/dev/null | cut -f 1)
  elif [ "${COMP_WORDS[1]}" = help ]; then
    found=$({ "$laguz" --list-commands; printf '%s\n' limits prompt; } 2>/dev/null | cut -f 1)
  elif [[ $word == -* ]]; then
    found=$("$laguz" "${COMP_WORDS[1]}" --list-options 2>/dev/null | cut -f 1)
  else
    # Programs, transcripts, data, and folders of them.
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$found" -- "$word")
}
complete -F _laguz laguz
