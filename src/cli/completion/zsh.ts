import { type DescribedCommand, placesOf, runIds } from './described.ts';

/** A script that teaches zsh the commands. */
export function zshCompletion(commands: readonly DescribedCommand[]): string {
  const places = (kind: 'file' | 'run' | 'text') =>
    placesOf(commands, kind)
      .map((place) => `'${place}'`)
      .join('|') || "''";
  const rows = commands.map(({ name, options, takes }) => {
    const flags = options.map((option) => described(`--${option.name}`, option.does)).join(' ');
    const words = Array.isArray(takes) ? takes.join(' ') : '';
    return `    (${name}) options=(${flags}) names=(${words}) ;;`;
  });
  const taking = (kind: string) => commands.filter(({ takes }) => takes === kind).map(({ name }) => name);
  return `#compdef troupe
# Completion of troupe for zsh. Load it after compinit with: source <(troupe completion zsh)

_troupe_runs() {
  local -a store runs
  local place=\${words[(I)--store]}
  ((place)) && store=(--store \${words[place + 1]})
  runs=(\${(f)"$(\${words[1]} runs --json --limit 50 $store 2>/dev/null </dev/null | ${runIds})"})
  compadd -a runs
}

_troupe() {
  local -a commands options names
  if ((CURRENT == 2)); then
    commands=(${commands.map(({ name, does }) => described(name, does)).join(' ')})
    _describe command commands
    return
  fi
  case "\${words[2]} \${words[CURRENT - 1]}" in
    (${places('file')}) _files; return ;;
    (${places('run')}) _troupe_runs; return ;;
    (${places('text')}) return ;;
  esac
  case \${words[2]} in
${rows.join('\n')}
  esac
  if [[ $PREFIX != -* ]]; then
    case \${words[2]} in
      (${taking('run').join('|')}) _troupe_runs; return ;;
      (${taking('folder').join('|')}) _files -/; return ;;
    esac
    if ((\${#names})); then
      compadd -a names
      return
    fi
  fi
  _describe -o option options
}

if [[ $funcstack[1] == _troupe ]]; then _troupe "$@"; else compdef _troupe troupe; fi
`;
}

/** A word with what it does, as \`_describe\` takes it. */
const described = (word: string, does: string) => `'${`${word}:${does}`.replaceAll("'", "'\\''")}'`;
