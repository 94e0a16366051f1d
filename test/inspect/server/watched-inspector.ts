import { startInspector } from 'troupe/inspect';
import { expect, onTestFinished } from 'vitest';

/** An inspector that is watched for errors that escape from it: an application would end with the first of them. */
export async function watchedInspector() {
  const escaped: unknown[] = [];
  const note = (error: unknown) => escaped.push(error);
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
  const inspector = await startInspector();
  onTestFinished(async () => {
    await inspector.close();
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
  });
  const pageText = async () => {
    const page = await fetch(inspector.url);
    expect(page.status).toBe(200);
    return page.text();
  };
  return {
    inspector,
    port: Number(new URL(inspector.url).port),
    token: /name="troupe-token" content="([^"]+)"/.exec(await pageText())?.[1] ?? '',
    /** Asks for the page, as if nothing had happened. */
    async staysUp() {
      expect(await pageText()).toContain('troupe-token');
      expect(escaped).toEqual([]);
    },
  };
}
