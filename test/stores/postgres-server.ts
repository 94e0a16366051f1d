/** A real Postgres server for tests. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface PostgresServer {
  /** The connection string of the owner of everything on it. */
  readonly url: string;
  /** Ends it at once, as a crash would. */
  crash(): Promise<void>;
  /** Starts it again on what it had. */
  restart(): Promise<void>;
  /** Stops it and removes all it had. */
  stop(): Promise<void>;
}

/** The server that `TROUPE_POSTGRES_URL` names (a user with a password, who may make users and schemas), else one of our own. */
export async function postgresServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const url = process.env.TROUPE_POSTGRES_URL;
  return url ? { url, async stop() {} } : startPostgres();
}

/**
 * Starts a server of our own in a new folder, reached by a socket in it, so that no port is taken.
 * `isDurable` is for tests of what is left after a crash; without it the server does not wait for the disk.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const [initdb, postgres] = [findProgram('initdb'), findProgram('postgres')];
  const folder = mkdtempSync(join(tmpdir(), 'troupe-postgres-'));
  const as = { ...otherUser(), cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const [data, secret] = [join(folder, 'data'), join(folder, 'password')];
  writeFileSync(secret, password);
  for (const path of [folder, secret]) if (as.uid !== undefined) chownSync(path, as.uid, as.gid);
  const setup = ['-D', data, '-U', 'owner', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '--no-sync'];
  execFileSync(initdb, setup, { ...as, stdio: 'pipe' });

  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, `fsync=${isDurable ? 'on' : 'off'}`];
  const given = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const start = async () => {
    const server = spawn(postgres, given, { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
    await readiness(server);
    return server;
  };
  let server = await start();
  const kill = () => server.kill('SIGQUIT');
  process.once('exit', kill);
  const end = async (signal: 'SIGQUIT' | 'SIGINT') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill(signal);
    await exit;
  };
  return {
    url: `postgres://owner:${password}@${encodeURIComponent(folder)}/postgres`,
    crash: () => end('SIGQUIT'),
    async restart() {
      server = await start();
    },
    async stop() {
      process.off('exit', kill);
      await end('SIGINT');
      rmSync(folder, { recursive: true });
    },
  };
}

/** Of the servers that are started here, which nobody else can reach. */
const password = 'the-secret-word';

/** Waits until a server takes connections. */
async function readiness(server: ChildProcess): Promise<void> {
  let log = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.on('error', reject);
  server.on('exit', (code) => reject(new Error(`The Postgres server ended with code ${code}:\n${log}`)));
  server.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
    if (log.includes('ready to accept connections')) resolve();
  });
  await promise;
}

/** Debian keeps the programs of a server out of the PATH. */
function findProgram(name: string): string {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().reverse(),
  ];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    `There is no ${name} on this machine, which the tests of the Postgres store need. ` +
      'Install a Postgres server (Debian: apt-get install postgresql), or set TROUPE_POSTGRES_URL to a database that may be written to.',
  );
}

/** Postgres does not run as root: another user for it then. */
function otherUser(): { uid: number; gid: number } | { uid?: never; gid?: never } {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string, user: string) =>
    Number(execFileSync('id', [option, user], { encoding: 'utf8', stdio: 'pipe' }));
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', user), gid: id('-g', user) };
    } catch {
      // There is no such user: the next one.
    }
  }
  throw new Error('Postgres does not run as root, and there is neither a user "postgres" nor a user "nobody".');
}
