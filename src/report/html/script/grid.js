/* Draws the pages of the matrix that are not in the file as markup. */

/**
 * The matrix: a letter for each verdict, a row of letters with their counts for each rule, and the numbers of findings by
 * `row:subject`.
 *
 * @typedef {object} Grid
 * @property {number} columns how many subjects are shown at a time
 * @property {number} missing how many subjects are in report.json only
 * @property {Record<string, string>} letters
 * @property {string[]} subjects
 * @property {string[]} rows
 * @property {Record<string, number>} findings
 */

const source = find(HTMLScriptElement, '#grid');
/** @type {Grid} */
const grid = source
  ? JSON.parse(source.text)
  : { columns: 12, missing: 0, letters: {}, subjects: [], rows: [], findings: {} };
/** @type {Record<string, string>} */
const words = Object.fromEntries(Object.entries(grid.letters).map(([word, letter]) => [letter, word]));
const cells = grid.rows.map((runs) =>
  runs.replace(/(\D)(\d+)/g, (_, /** @type {string} */ letter, count) => letter.repeat(Number(count))),
);
const table = find(HTMLTableElement, '.matrix');
let first = 0;

const svgNamespace = 'http://www.w3.org/2000/svg';

/** @param {string} word */
const createShape = (word) => {
  const svg = document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('class', 'shape');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(svgNamespace, 'use');
  use.setAttribute('href', `#s-${word}`);
  svg.append(use);
  return svg;
};

/** @param {string} text */
const createHiddenText = (text) => {
  const span = document.createElement('span');
  span.className = 'unseen';
  span.textContent = text;
  return span;
};

/**
 * @param {number} row
 * @param {number} subject
 */
const createCell = (row, subject) => {
  const cell = document.createElement('td');
  const word = words[cells[row]?.[subject] ?? ''];
  if (!word) return cell;
  cell.className = `v-${word}`;
  const number = grid.findings[`${row}:${subject}`];
  const parts = [createShape(word), createHiddenText(number ? `${word}, finding ${number}` : word)];
  if (!number) {
    cell.append(...parts);
    return cell;
  }
  const link = document.createElement('a');
  link.href = `#f${number}`;
  link.append(...parts);
  cell.append(link);
  return cell;
};

/** @param {number} subject */
const createHead = (subject) => {
  const head = document.createElement('th');
  head.scope = 'col';
  head.className = 'subject';
  const name = document.createElement('span');
  name.textContent = grid.subjects[subject] ?? '';
  head.append(name);
  return head;
};

/** @param {string} only the number of a subject, or nothing for the current page of them */
const listSubjects = (only) =>
  only === '' ? grid.subjects.map((_, index) => index).slice(first, first + grid.columns) : [Number(only)];

/**
 * @param {HTMLTableRowElement} row
 * @param {HTMLElement[]} shown
 */
const replaceCells = (row, shown) => {
  const [name] = row.cells;
  row.replaceChildren(...(name ? [name] : []), ...shown);
};

/** @param {string} only */
const drawGrid = (only) => {
  if (!table) return;
  const shown = listSubjects(only);
  const head = table.tHead?.rows[0];
  if (head) replaceCells(head, shown.map(createHead));
  for (const suite of all(HTMLTableCellElement, '.suite th', table)) suite.colSpan = shown.length + 1;
  for (const row of all(HTMLTableRowElement, '[data-row]', table))
    replaceCells(
      row,
      shown.map((subject) => createCell(Number(row.dataset.row), subject)),
    );
  describePage(only);
};

/** @param {string} only */
const describePage = (only) => {
  const page = find(HTMLElement, '#page');
  if (!page) return;
  const last = Math.min(first + grid.columns, grid.subjects.length);
  const beyond = grid.missing > 0 ? ` ${grid.missing} more in report.json only.` : '';
  const range = only === '' ? `Subjects ${first + 1} to ${last}` : 'One subject';
  page.textContent = `${range} of ${grid.subjects.length}, those with violations first.${beyond}`;
  for (const button of all(HTMLButtonElement, '[data-turn]')) {
    const next = first + Number(button.dataset.turn) * grid.columns;
    button.disabled = only !== '' || next < 0 || next >= grid.subjects.length;
  }
};

for (const button of all(HTMLButtonElement, '[data-turn]')) {
  button.addEventListener('click', () => {
    first += Number(button.dataset.turn) * grid.columns;
    drawGrid('');
  });
}
drawGrid('');
