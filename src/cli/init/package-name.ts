/** A name of a package made of the name of its folder, whatever that is. */
export function packageName(folder: string): string {
  const name = folder
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '') // the accents of letters
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-|-$/g, '');
  // A package cannot depend on one of its own name, nor be called as the folder of packages is.
  return name === '' || name === 'troupe' || name === 'node-modules' ? 'my-troupe' : name;
}
