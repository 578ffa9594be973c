/** For bash 3.2 and later, with nothing but bash. */
export const BASH = `# bash completion for churngate
_churngate() {
  local program=\${1/#\\~\\//$HOME/} line=$COMP_LINE words=() word gap glue=0 i
  # bash takes words apart at = and :, which contexts may hold: what stands without a space between is one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $word ]]; then gap=\${line%%"$word"*}; else gap=$line; fi
    line=\${line#"$gap$word"}
    # At a break's end there is nothing yet that would be replaced.
    ((i == COMP_CWORD)) && { [[ -n $2 ]] || [[ ! $word =~ ^[=:]+$ ]]; } && word=$2
    if ((i > 1)) && [[ -z $gap ]] && { ((glue)) || [[ $word =~ ^[=:]+$ ]]; }; then
      words[\${#words[@]}-1]+=$word
    elif ((i > 0)); then
      words+=("$word")
    fi
    glue=0
    [[ $word =~ ^[=:]+$ ]] && glue=1
  done
  local last=\${words[\${#words[@]}-1]} directive="" value answer="" quoted
  local quote=\${COMP_WORDS[COMP_CWORD]:0:1}
  # Only what follows the last break is replaced.
  local kept=\${last%"$2"}
  local typed=$last
  if [[ $typed == --*=* ]]; then
    typed=\${typed#*=}
    kept=\${kept#*=}
  fi
  COMPREPLY=()
  while IFS= read -r value; do
    if [[ -n $answer ]]; then
      answer=\${answer%%$'\\t'*}
      # bash runs what it is given: a name may hold $(...).
      case $quote in
        "'") quoted=\${answer//$quote/$quote\\\\$quote$quote} ;;
        '"')
          # Between these ! cannot be quoted.
          [[ $answer == *'!'* ]] && { answer=$value; continue; }
          quoted=\${answer//\\\\/\\\\\\\\}
          quoted=\${quoted//$quote/\\\\$quote}
          quoted=\${quoted//\\$/\\\\\\$}
          quoted=\${quoted//\\\`/\\\\\\\`}
          ;;
        *) printf -v quoted %q "$answer" ;;
      esac
      [[ $answer == "$typed"* || $quoted == "$typed"* ]] && COMPREPLY+=("\${quoted#"$kept"}")
    fi
    answer=$value
  done < <("$program" __complete "\${words[@]}" 2>/dev/null)
  # Only the last line is no word.
  directive=\${answer#:}
  case $directive in
    4) compopt +o default 2>/dev/null ;;
    16) compopt +o default -o dirnames 2>/dev/null ;;
  esac
  return 0
}
complete -o default -F _churngate churngate
`;
