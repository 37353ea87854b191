/** Code points that control a terminal or are invisible, except line feeds; written out here, without the code under test. */
const controlCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]|\p{Cs}/u;

/** What is shown as the service said it, in outputs by name. JSON escapes in a way of its own. */
export function findControlCharacters(outputs: Readonly<Record<string, string>>): string[] {
  return Object.entries(outputs).flatMap(([name, text]) => {
    const checks = name === 'report.json' ? jsonChecks : (checksByFile[name] ?? plainChecks);
    return checks.flatMap(([what, pattern, of = keepText]) => {
      const shown = of(text);
      const found = pattern.exec(shown);
      return found ? [`${name} shows ${what}: ${JSON.stringify(extractExcerpt(shown, found.index))}`] : [];
    });
  });
}

type Checks = readonly (readonly [what: string, pattern: RegExp, of?: (text: string) => string])[];

const keepText = (text: string): string => text;

const plainChecks: Checks = [['a steering character', controlCharacters]];
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const jsonChecks: Checks = [['a control character', /[\x00-\x09\x0b-\x1f\x7f]/]];

/** Markup that no writer of ours makes. */
const foreignMarkup = /<(?!\/?(?:details|summary|code)>|!-- -->)[a-z!/]/i;
const linkPattern = /(?<!\\)\]\(|(?<!\\)!\[|https?:\/\/(?!rfc-)/;

const checksByFile: Readonly<Record<string, Checks>> = {
  'junit.xml': [...plainChecks, ['CDATA', /<!\[CDATA/], ['a foreign element', /<(?:script|img)\b/]],
  'report.md': [...plainChecks, ['HTML', foreignMarkup, removeCode], ['a link', linkPattern, removeCode]],
};

/** Markdown without its fenced blocks and code spans, by the rules of CommonMark. */
function removeCode(markdown: string): string {
  let fence = '';
  const lines = markdown.split('\n').filter((line) => {
    const run = /^`{3,}/.exec(line)?.[0] ?? '';
    const isOpening = fence === '' && run !== '';
    const isClosing = fence !== '' && run.length >= fence.length && line.trim() === run;
    const isOutside = fence === '' && !isOpening;
    if (isOpening) fence = run;
    if (isClosing) fence = '';
    return isOutside;
  });
  return lines.map((line) => line.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '')).join('\n');
}

const extractExcerpt = (text: string, at: number): string => text.slice(Math.max(0, at - 30), at + 40);
