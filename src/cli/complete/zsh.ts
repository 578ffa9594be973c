/** For zsh with its completion system (compinit), sourced or as a file named _churngate on the fpath. */
export const ZSH = `#compdef churngate
# zsh completion for churngate
_churngate() {
  local directive line answer word
  local -a words_before candidates
  words_before=("\${(@Q)words[2,CURRENT-1]}")
  while IFS= read -r line; do
    if [[ -n $answer ]]; then
      word=\${answer%%$'\\t'*}
      word=\${word//\\\\/\\\\\\\\}
      candidates+=("\${word//:/\\\\:}:\${answer#*$'\\t'}")
    fi
    answer=$line
  done < <(\${(Q)words[1]/#\\~\\//$HOME/} __complete "\${words_before[@]}" "\${(Q)PREFIX}" 2>/dev/null)
  # Only the last line is no word.
  directive=\${answer#:}
  [[ $PREFIX == --*=* ]] && compset -P '*='
  (( $#candidates )) && _describe -V churngate candidates && return 0
  case $directive in
    0) _files ;;
    16) _files -/ ;;
    *) return 1 ;;
  esac
}
if [[ $funcstack[1] == _churngate ]]; then
  _churngate "$@"
else
  compdef _churngate churngate
fi
`;
