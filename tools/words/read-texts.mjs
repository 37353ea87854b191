/**
 * A line of text that a person reads.
 *
 * @typedef {{ readonly line: number, readonly text: string }} TextLine
 */

/**
 * The lines of a file that a person reads: strings and comments of TypeScript, prose of Markdown. Code within backticks and
 * lines of one word, which are mostly data, are left out.
 *
 * @param {string} path
 * @param {string} source
 * @returns {TextLine[]}
 */
export function readTexts(path, source) {
  const pieces = path.endsWith('.md') ? readMarkdown(source) : readTypeScript(source);
  return pieces
    .flatMap(({ line, text }) => text.split('\n').map((part, index) => ({ line: line + index, text: part })))
    .map(({ line, text }) => ({ line, text: text.replaceAll(/`[^`]*`/g, '``') }))
    .filter(({ text }) => /\S\s+\S/.test(text));
}

/** @param {string} source */
function readMarkdown(source) {
  let isCode = false;
  return source.split('\n').flatMap((text, index) => {
    const isFence = /^\s*(```|~~~)/.test(text);
    if (isFence) isCode = !isCode;
    return isCode || isFence ? [] : [{ line: index + 1, text }];
  });
}

/** After one of these, a slash begins a regular expression. */
const beforePattern = /(^|[^\w$)\]}'"`\s]|\b(return|case|typeof|of|in|=>))\s*$/;

/** Comments, strings, templates, regular expressions, and the ends of template expressions. */
const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`|[{}]|\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/[\\\n])+\//g;

/** @param {string} source */
function readTypeScript(source) {
  const texts = findTexts(source).filter(({ isPattern }) => !isPattern);
  return texts.map(({ from, to }) => ({
    line: source.slice(0, from).split('\n').length,
    text: source.slice(from, to),
  }));
}

/**
 * The identifiers of a TypeScript file, in order; those of strings and comments are left out.
 *
 * @param {string} source
 * @returns {TextLine[]}
 */
export function readIdentifiers(source) {
  const code = [...source];
  for (const { from, to } of findTexts(source))
    for (let at = from; at < to; at += 1) if (code[at] !== '\n') code[at] = ' ';
  return code
    .join('')
    .split('\n')
    .flatMap((text, index) => (text.match(/[A-Za-z_$][\w$]*/g) ?? []).map((name) => ({ line: index + 1, text: name })));
}

/**
 * The places of comments, strings, the text of templates, and regular expressions.
 *
 * @param {string} source
 * @returns {{ readonly from: number, readonly to: number, readonly isPattern?: boolean }[]}
 */
function findTexts(source) {
  /** @type {{ from: number, to: number, isPattern?: boolean }[]} */
  const pieces = [];
  /** @type {string[]} */
  const open = [];
  const add = (/** @type {number} */ from, /** @type {number} */ to) => pieces.push({ from, to });
  const scan = new RegExp(token);
  for (let match = scan.exec(source); match !== null; match = scan.exec(source)) {
    const [text] = match;
    const isTemplate = text === '`' || (text === '}' && open.pop() === '${');
    if (text === '{') open.push('{');
    else if (isTemplate) scan.lastIndex = readTemplate(source, scan.lastIndex, open, add);
    else if (/^(\/[/*]|['"])/.test(text)) add(match.index, scan.lastIndex);
    else if (text.startsWith('/') && !beforePattern.test(source.slice(Math.max(0, match.index - 20), match.index)))
      scan.lastIndex = match.index + 1;
    else if (text.startsWith('/')) pieces.push({ from: match.index, to: scan.lastIndex, isPattern: true });
  }
  return pieces;
}

/**
 * Reads a template up to its end or its next expression; returns the offset after that.
 *
 * @param {string} source
 * @param {number} from
 * @param {string[]} open
 * @param {(from: number, to: number) => void} add
 */
function readTemplate(source, from, open, add) {
  const end = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*(`|\$\{)/y;
  end.lastIndex = from;
  const delimiter = end.exec(source)?.[1] ?? '';
  add(from, end.lastIndex - delimiter.length);
  if (delimiter === '${') open.push('${');
  return end.lastIndex;
}
