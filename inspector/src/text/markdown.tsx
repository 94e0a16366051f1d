import MarkdownIt from 'markdown-it';
import { type ComponentChild, h } from 'preact';
import { withMarks } from './with-marks.ts';

type Token = ReturnType<MarkdownIt['parse']>[number];

// What a model wrote is text: nothing in it is taken as HTML.
const reader = new MarkdownIt({ html: false, linkify: false });

/** Whether an address may be followed from here. */
const isFollowed = (href: string) => /^(?:https?:|mailto:)/i.test(href);

/** Markdown as elements of the page; no HTML is made of it on the way, and nothing is loaded for it. */
export function Markdown({ text }: { readonly text: string }) {
  return <div class="markdown">{build(reader.parse(text, {}), { at: 0 })}</div>;
}

/** The elements up to the end of the one that is open. */
function build(tokens: readonly Token[], place: { at: number }): ComponentChild[] {
  const found: ComponentChild[] = [];
  for (let token = tokens[place.at]; token; token = tokens[place.at]) {
    place.at += 1;
    if (token.nesting === -1) break;
    if (token.nesting === 1) found.push(element(token, build(tokens, place)));
    else found.push(leaf(token));
  }
  return found;
}

function element(token: Token, children: ComponentChild[]): ComponentChild {
  // A paragraph of a tight list is none.
  if (token.hidden) return children;
  if (token.tag !== 'a') return h(token.tag, attributes(token), children);
  const href = token.attrGet('href') ?? '';
  return isFollowed(href) ? (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
}

/** Where a list begins is all that is kept of what elements say of themselves. */
function attributes(token: Token): { start?: number } {
  const start = Number(token.attrGet('start'));
  return token.tag === 'ol' && start > 1 ? { start } : {};
}

function leaf(token: Token): ComponentChild {
  switch (token.type) {
    case 'inline':
      return build(token.children ?? [], { at: 0 });
    case 'softbreak':
      return ' ';
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    case 'code_inline':
      return <code>{withMarks(token.content)}</code>;
    case 'fence':
    case 'code_block':
      return (
        <pre>
          <code>{withMarks(token.content)}</code>
        </pre>
      );
    case 'image':
      return <span>{token.content || token.attrGet('src')}</span>;
    default:
      return withMarks(token.content);
  }
}
