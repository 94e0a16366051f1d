/** The whole page is one sentence: nothing is there yet, or never will be. */
export function PageNote({ text }: { readonly text: string }) {
  return (
    <main class="page-note">
      <h1>{text}</h1>
    </main>
  );
}
