# Completion of laguz for fish. The program says itself what there is.
complete -c laguz -n __fish_use_subcommand -f -a '(laguz --list-commands 2>/dev/null)'
complete -c laguz -n '__fish_seen_subcommand_from help' -f -a '(laguz --list-commands 2>/dev/null; printf "%s\n" limits prompt)'
complete -c laguz -n 'not __fish_use_subcommand; and string match -q -- "-*" (commandline -ct)' -f -a '(laguz (commandline -opc)[2] --list-options 2>/dev/null)'
