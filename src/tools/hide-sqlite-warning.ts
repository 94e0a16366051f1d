/**
 * Keeps one warning off the screen: Node 22 says of its own SQLite that it is experimental, in the middle of whatever is being shown.
 * It is printed when `node:sqlite` is loaded, so call this before. All other warnings are still shown.
 */
export function hideSqliteWarning(): void {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    const isSqlite =
      rest[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite is an experimental feature');
    if (!isSqlite) Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
}
