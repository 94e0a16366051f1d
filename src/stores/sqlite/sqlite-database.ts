import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf, TroupeError } from '../../errors.ts';
import { prepareTables } from './sqlite-tables.ts';

/** One SQLite file that is open, and what is said when something cannot be done in it. */
export class SqliteDatabase {
  readonly file: string;
  readonly connection: DatabaseSync;
  #isOpen = true;

  constructor(file: string, synchronous: 'FULL' | 'NORMAL') {
    this.file = file;
    this.connection = open(file, synchronous);
  }

  /** Does some work in one transaction: all of it is kept, or nothing. A transaction that only reads sees one moment. */
  transaction<T>(work: () => T, begin: 'BEGIN IMMEDIATE' | 'BEGIN' = 'BEGIN IMMEDIATE'): T {
    this.connection.exec(begin);
    try {
      const result = work();
      this.connection.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Does something, or says what could not be done. */
  guarded<T>(what: string, work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw cause instanceof TroupeError ? cause : this.toError(what, cause);
    }
  }

  toError(what: string, cause: unknown): TroupeError {
    const message = `Cannot ${what} in ${this.file}: ${messageOf(cause)}.${adviceFor(cause)}`;
    return new TroupeError('store', message, { cause });
  }

  /** Takes what was deleted out of the write-ahead log, too, unless another process reads at that moment. */
  clearLog(): void {
    if (this.#isOpen) this.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    if (this.#isOpen) this.connection.close();
    this.#isOpen = false;
  }

  #rollBack(): void {
    try {
      this.connection.exec('ROLLBACK');
    } catch {
      // After some errors, such as a full disk, SQLite has done it by itself.
    }
  }
}

/** What to do about an error of SQLite, by its primary result code. */
const advice: Readonly<Record<number, string>> = {
  1: 'Is it a store of Troupe?',
  5: 'Another process has been writing for too long: end it, or try again.',
  8: 'Give this process the right to write to the file and its folder.',
  10: 'Is the disk full or failing?',
  11: 'The file is damaged: restore it from a copy.',
  13: 'Make room on the disk, or use another one.',
  14: 'Can this process make files in its folder?',
  26: 'Is it a SQLite file that can be written?',
};

function adviceFor(cause: unknown): string {
  // The upper bits of the code say more than is needed here.
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : 0;
  return advice[code] ? ` ${advice[code]}` : '';
}

function open(file: string, synchronous: 'FULL' | 'NORMAL'): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    database = new DatabaseSync(file);
    database.exec(`PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
    // What is deleted is overwritten.
    database.exec('PRAGMA secure_delete = ON');
    prepareTables(database, file);
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof TroupeError) throw cause;
    const hint = adviceFor(cause) || ' Can its folder be made?';
    throw new TroupeError('store', `Cannot open ${file} as a store: ${messageOf(cause)}.${hint}`, { cause });
  }
}
