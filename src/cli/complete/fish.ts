/** For fish 3 and later. */
export const FISH = `# fish completion for churngate
function __churngate_complete
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    set -l answer ($words[1] __complete $words[2..-1] "$last" 2>/dev/null)
    set -l flag (string match -r -- '^--[^=]+=' "$last")
    set -l value (string replace -r -- '^--[^=]+=' '' "$last")
    for candidate in $answer[1..-2]
        printf '%s\\n' "$flag$candidate"
    end
    switch "$answer[-1]"
        case :0
            for path in (__fish_complete_path "$value")
                printf '%s\\n' "$flag$path"
            end
        case :16
            for path in (__fish_complete_directories "$value" '')
                printf '%s\\n' "$flag$path"
            end
    end
end
complete -c churngate -e
complete -c churngate -f -a '(__churngate_complete)'
`;
