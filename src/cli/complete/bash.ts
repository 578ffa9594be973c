/** For bash 3.2 and later, with nothing but bash. */
export const BASH = `# bash completion for churngate
_churngate() {
  local program=\${1/#\\~\\//$HOME/} line=$COMP_LINE words=() word gap glue=0 i
  # bash takes words apart at = and :, which contexts may hold: what stands without a space between is one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $word ]]; then gap=\${line%%"$word"*}; else gap=$line; fi
    line=\${line#"$gap$word"}
    ((i == COMP_CWORD)) && word=$2
    if ((i > 1)) && [[ -z $gap ]] && { ((glue)) || [[ $word =~ ^[=:]+$ ]]; }; then
      words[\${#words[@]}-1]+=$word
    elif ((i > 0)); then
      words+=("$word")
    fi
    glue=0
    [[ $word =~ ^[=:]+$ ]] && glue=1
  done
  local last=\${words[\${#words[@]}-1]} directive="" value
  # Only what follows the last break is replaced.
  local kept=\${last%"$2"}
  local typed=$last
  if [[ $typed == --*=* ]]; then
    typed=\${typed#*=}
    kept=\${kept#*=}
  fi
  COMPREPLY=()
  while IFS= read -r value; do
    case $value in
      :[0-9]*) directive=\${value#:} ;;
      *)
        value=\${value%%$'\\t'*}
        [[ $value == "$typed"* ]] && COMPREPLY+=("\${value#"$kept"}")
        ;;
    esac
  done < <("$program" __complete "\${words[@]}" 2>/dev/null)
  case $directive in
    4) compopt +o default 2>/dev/null ;;
    16) compopt +o default -o dirnames 2>/dev/null ;;
  esac
  return 0
}
complete -o default -F _churngate churngate
`;
