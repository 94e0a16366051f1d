import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import { isClassDeclaration, isFunctionDeclaration, isVariableDeclaration } from 'typescript/unstable/ast/is';
import { API, type Symbol as Declared, type Project, SymbolFlags } from 'typescript/unstable/sync';

/** A sub-path of the package, such as `troupe/plan`, with what it gives. */
export interface SubPath {
  readonly name: string;
  /** Its page below reference, without an ending. */
  readonly page: string;
  /** What its file says about itself. */
  readonly about: string;
  readonly names: readonly PublicName[];
}

export interface PublicName {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'type' | 'value';
  readonly comment: string;
  /** How it is declared, without what it does inside. */
  readonly code: string;
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

/** Every public name of every sub-path of package.json, read from the sources by the compiler. */
export function publicNames(root: string): SubPath[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest; // our own package.json
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.build.json')] }).getProjects()[0];
    if (!project) throw new Error('The compiler opened no project for tsconfig.build.json.');
    return Object.entries(manifest.exports).flatMap(([path, target]) =>
      typeof target === 'string' ? [] : [subPathOf(path, target.default, root, project)],
    );
  } finally {
    api.close();
  }
}

function subPathOf(path: string, built: string, root: string, project: Project): SubPath {
  const file = join(root, built.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts'));
  const source = project.program.getSourceFile(file);
  const module = source && project.checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} is no module of the project.`);
  const [, about = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(source.text) ?? [];
  const names = project.checker
    .getExportsOfModule(module)
    .map((symbol) => {
      const isElsewhere = (symbol.flags & SymbolFlags.Alias) !== 0;
      return publicName(symbol.name, isElsewhere ? project.checker.getAliasedSymbol(symbol) : symbol, project);
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const name = path === '.' ? 'troupe' : `troupe${path.slice(1)}`;
  return { name, page: name.replace('/', '-'), about: about.replace(/^\s*\*? ?/gm, '').trim(), names };
}

function publicName(name: string, symbol: Declared, project: Project): PublicName {
  const nodes = symbol.declarations.flatMap((each) => each.resolve(project) ?? []);
  if (nodes.length === 0) throw new Error(`"${name}" is declared nowhere.`);
  const comment = project.checker.getDocumentationCommentOfSymbol(symbol);
  const code = nodes.map((node) => declarationOf(node, symbol, project)).join('\n\n');
  return { name, kind: kindOf(nodes), comment, code };
}

function kindOf(nodes: readonly Node[]): PublicName['kind'] {
  if (nodes.some(isFunctionDeclaration)) return 'function';
  if (nodes.some(isClassDeclaration)) return 'class';
  return nodes.some(isVariableDeclaration) ? 'value' : 'type';
}

/** How a node is written, without bodies of functions and what a constant is made of. */
function declarationOf(node: Node, symbol: Declared, project: Project): string {
  if (isVariableDeclaration(node)) {
    if (node.type) return `const ${symbol.name}: ${node.type.getText()}`;
    const type = project.checker.getTypeOfSymbol(symbol);
    const text = type ? project.checker.typeToString(type, node) : 'unknown';
    // The type of a machine has hundreds of lines and tells less than its drawing.
    return `const ${symbol.name}: ${text.length > 600 ? `${text.slice(0, text.search(/[<{(]|$/)) || 'object'}<…>` : text}`;
  }
  return withoutBodies(node).replace(/^export /, '');
}

function withoutBodies(node: Node): string {
  const bodies: { from: number; to: number }[] = [];
  const text = node.getSourceFile().text;
  const start = node.getStart();
  const visit = (each: Node): undefined => {
    const { body } = each as { readonly body?: Node }; // functions, methods and constructors have one
    if (body && typeof body.getStart === 'function') bodies.push({ from: body.getStart(), to: body.getEnd() });
    else each.forEachChild(visit);
  };
  visit(node);
  let at = start;
  let code = '';
  for (const { from, to } of bodies) {
    code += `${text.slice(at, from).trimEnd()};`;
    at = to;
  }
  return `${code}${text.slice(at, node.getEnd())}`.trimEnd();
}
