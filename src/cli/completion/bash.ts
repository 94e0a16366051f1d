import { type DescribedCommand, placesOf, runIds } from './described.ts';

/** A script that teaches bash the commands; it needs nothing newer than bash 3.2. */
export function bashCompletion(commands: readonly DescribedCommand[]): string {
  const quoted = (places: readonly string[]) => places.map((place) => `'${place}'`).join('|') || "''";
  const rows = commands.map(({ name, options, takes }) => {
    const words = Array.isArray(takes) ? takes.join(' ') : '';
    const flags = options.map((option) => `--${option.name}`).join(' ');
    return `    ${name}) options='${flags}' words='${words}' ;;`;
  });
  const taking = (kind: string) => commands.filter(({ takes }) => takes === kind).map(({ name }) => name);
  return `# Completion of troupe for bash. Load it with: source <(troupe completion bash)

_troupe_runs() {
  local place store=()
  for ((place = 1; place < COMP_CWORD; place++)); do
    [[ \${COMP_WORDS[place]} == --store ]] && store=(--store "\${COMP_WORDS[place + 1]}")
  done
  "\${COMP_WORDS[0]}" runs --json --limit 50 "\${store[@]}" 2>/dev/null </dev/null | ${runIds}
}

_troupe() {
  local IFS=$' \\t\\n'
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]}
  local options='' words=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$word"))
    return
  fi
  case "$command $before" in
    ${quoted(placesOf(commands, 'file'))})
      compopt -o filenames 2>/dev/null
      IFS=$'\\n'
      COMPREPLY=($(compgen -f -- "$word"))
      return ;;
    ${quoted(placesOf(commands, 'run'))})
      COMPREPLY=($(compgen -W "$(_troupe_runs)" -- "$word"))
      return ;;
    ${quoted(placesOf(commands, 'text'))}) return ;;
  esac
  case $command in
${rows.join('\n')}
  esac
  if [[ $word != -* ]]; then
    case $command in
      ${taking('run').join('|')}) words=$(_troupe_runs) ;;
      ${taking('folder').join('|')})
        compopt -o filenames 2>/dev/null
        IFS=$'\\n'
        COMPREPLY=($(compgen -d -- "$word"))
        return ;;
    esac
    [[ -n $words ]] && options=''
  fi
  COMPREPLY=($(compgen -W "$words $options" -- "$word"))
}

complete -F _troupe troupe
`;
}
