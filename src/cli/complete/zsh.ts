/** For zsh with its completion system (compinit), sourced or as a file named _churngate on the fpath. */
export const ZSH = `#compdef churngate
# zsh completion for churngate
_churngate() {
  local directive line
  local -a words_before candidates
  words_before=("\${(@Q)words[2,CURRENT-1]}")
  while IFS= read -r line; do
    case $line in
      :[0-9]*) directive=\${line#:} ;;
      *) candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done < <(\${(Q)words[1]/#\\~\\//$HOME/} __complete "\${words_before[@]}" "\${(Q)PREFIX}" 2>/dev/null)
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
