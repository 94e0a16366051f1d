import { type DescribedCommand, type DescribedOption, runIds } from './described.ts';

/** How fish is told what stands after an option. */
const values: Readonly<Record<DescribedOption['value'], string>> = {
  none: '',
  file: ' -r -F',
  run: " -x -a '(__troupe_runs)'",
  text: ' -x',
};

/** A script that teaches fish the commands. */
export function fishCompletion(commands: readonly DescribedCommand[]): string {
  const lines = commands.flatMap(({ name, does, takes, options }) => {
    const here = `complete -c troupe -n '__troupe_is ${name}'`;
    return [
      `complete -c troupe -n __troupe_is_first -a ${name} -d ${quoted(does)}`,
      ...(takes === 'run' ? [`${here} -a '(__troupe_runs)'`] : []),
      ...(takes === 'folder' ? [`${here} -a '(__fish_complete_directories)'`] : []),
      ...(Array.isArray(takes) ? [`${here} -a '${takes.join(' ')}'`] : []),
      ...options.map((option) => `${here} -l ${option.name}${values[option.value]} -d ${quoted(option.does)}`),
    ];
  });
  return `# Completion of troupe for fish. Load it with: troupe completion fish | source

function __troupe_is_first
    test (count (commandline -opc)) -eq 1
end

function __troupe_is
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = $argv[1]
end

function __troupe_runs
    set -l words (commandline -opc)
    set -l store
    if set -l place (contains -i -- --store $words)
        set store --store $words[(math $place + 1)]
    end
    command $words[1] runs --json --limit 50 $store 2>/dev/null </dev/null | ${runIds}
end

complete -c troupe -f
${lines.join('\n')}
`;
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
