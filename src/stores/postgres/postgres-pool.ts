import pg from 'pg';
import { messageOf, TroupeError } from '../../errors.ts';

export interface PostgresAnswer {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number | null;
}

/** One connection of a pool, as `pg` gives it. */
export interface PostgresClient {
  query(text: string, values?: readonly unknown[]): Promise<PostgresAnswer>;
  /** Back into the pool, or thrown away. */
  release(isBroken?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** What a store needs of a pool; `pg.Pool` fits. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
}

/** A pool, and where it leads as messages say it. */
export interface PostgresPlace {
  readonly pool: PostgresPool;
  readonly name: string;
  /** So long the server may take for one call. */
  readonly answerMs: number;
}

/** Makes a pool for a connection string; connects to nothing yet. */
export function openPool(connectionString: string): Pick<PostgresPlace, 'pool' | 'name'> {
  const { host, port, database } = parseConnectionString(connectionString);
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 10_000 });
  // A connection that breaks while nobody uses it: the pool makes a new one, and if that fails, the caller who needs it gets the error.
  pool.on('error', () => {});
  return { pool, name: `${host}:${port}/${database}` };
}

/**
 * An address, or the folder of a socket. A password with a character that should be escaped would end up, in part, in the
 * other fields and so in messages: then there is an @ after the host.
 */
const readable = /^(?:(?:postgres|postgresql|socket):\/\/[^/?#]*[^@]*|\/[^@]*)$/;

function parseConnectionString(connectionString: string): pg.Client {
  try {
    if (readable.test(connectionString)) return new pg.Client({ connectionString });
  } catch {
    // Its error is not kept: it may quote the string, and with that the password.
  }
  throw new TroupeError(
    'bad-config',
    'The connection string of the Postgres store cannot be read. Write postgres://user:password@host:port/database, ' +
      'with %40 for @, %2F for / and the like in the password.',
  );
}

const reachability = 'Is the server running, and does the connection string lead to it?';
const login = 'Check the user and the password in the connection string.';

/** What to do about an error, by the code of the system or of Postgres. */
const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED: reachability,
  ECONNRESET: reachability,
  ENOENT: reachability,
  ENOTFOUND: reachability,
  EAI_AGAIN: reachability,
  EPIPE: reachability,
  ETIMEDOUT: reachability,
  EHOSTUNREACH: reachability,
  ENETUNREACH: reachability,
  '08006': reachability,
  '57P01': 'The server is shutting down: try again when it is back.',
  '57P02': 'The server has crashed: try again when it is back.',
  '57P03': 'The server is starting or stopping: try again in a moment.',
  '28000': login,
  '28P01': login,
  '3D000': 'Create the database, or name another one in the connection string.',
  '42501':
    'Give the user the right to make the schema, or make it and give the user all rights on it and on its tables.',
  '25006': 'The server only lets itself be read: connect to the primary.',
  '55P03': 'Another process has been writing for too long: end it, or try again.',
  '53100': 'Make room on the disk of the server.',
  '53300': 'The server has too many connections: raise max_connections, or run fewer processes.',
};

/** What the store could not do, why, and what to do about it. */
export function toStoreError(what: string, cause: unknown, place: string): TroupeError {
  if (cause instanceof TroupeError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  // A host with several addresses fails with one error for each, and no message of its own.
  const problem = cause instanceof AggregateError ? cause.errors.map(messageOf).join('; ') : messageOf(cause);
  const isConnectionLost = /connection terminated|not queryable|timeout exceeded|did not answer/i.test(problem);
  const hint = advice[code] ?? (isConnectionLost ? reachability : '');
  return new TroupeError('store', `Cannot ${what} in ${place}: ${problem}.${hint && ` ${hint}`}`, { cause });
}

/** What somebody does with a connection. */
type ClientWork<T> = (client: PostgresClient) => Promise<T>;

/** Lends a connection to some work; the pool throws one away that broke, and one on which the server has not answered for `ms`. */
export async function withClient<T>({ pool, answerMs }: PostgresPlace, work: ClientWork<T>): Promise<T> {
  const client = await pool.connect();
  // Without a listener a connection that breaks would end the process; the query under way fails anyway.
  const ignore = () => {};
  client.on('error', ignore);
  const late = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    late.reject(new Error(`the server did not answer within ${answerMs} ms`));
  }, answerMs);
  try {
    return await Promise.race([work(client), late.promise]);
  } finally {
    clearTimeout(timer);
    client.release(isLate);
    client.off('error', ignore);
  }
}

/** How an error shows that the connection was cut, not that the server refused something. */
const cutCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', '08003', '08006', '57P01', '57P02', '57P03'],
]);

export function isCut(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isCut);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return cutCodes.has(code) || /connection terminated|not queryable/i.test(messageOf(error));
}

/** Nobody waits for ever: not for a lock, and the server not for a process that died with a lock in its hands. */
const begin = "BEGIN; SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '30s'";

/** Lends a connection to some work in one transaction: all of it is kept, or nothing. */
export const inTransaction = <T>(place: PostgresPlace, work: ClientWork<T>): Promise<T> =>
  withClient(place, async (client) => {
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {}); // on a broken connection the server does it by itself
      throw error;
    }
  });
