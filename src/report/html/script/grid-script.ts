/** Draws the pages of the matrix that the file does not contain as markup. */
export const gridScript: string = String.raw`
const source = one('#grid');
const grid = source ? JSON.parse(source.textContent) : { columns: 12, missing: 0, letters: {}, subjects: [], rows: [], findings: {} };
const words = Object.fromEntries(Object.entries(grid.letters).map(([word, letter]) => [letter, word]));
const cells = grid.rows.map((runs) => runs.replace(/(\D)(\d+)/g, (run, letter, count) => letter.repeat(Number(count))));
const table = one('.matrix');
let first = 0;
const namespace = 'http://www.w3.org/2000/svg';
const shapeOf = (word) => {
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('class', 'shape');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(namespace, 'use');
  use.setAttribute('href', '#s-' + word);
  svg.append(use);
  return svg;
};
const hiddenText = (text) => {
  const span = document.createElement('span');
  span.className = 'unseen';
  span.textContent = text;
  return span;
};
const cellOf = (row, subject) => {
  const cell = document.createElement('td');
  const word = words[cells[row][subject]];
  if (!word) return cell;
  cell.className = 'v-' + word;
  const number = grid.findings[row + ':' + subject];
  const into = number ? document.createElement('a') : cell;
  if (number) {
    into.href = '#f' + number;
    cell.append(into);
  }
  into.append(shapeOf(word), hiddenText(number ? word + ', finding ' + number : word));
  return cell;
};
const subjectsFrom = (only) =>
  only === '' ? grid.subjects.map((name, index) => index).slice(first, first + grid.columns) : [Number(only)];
const headOf = (subject) => {
  const head = document.createElement('th');
  head.scope = 'col';
  head.className = 'subject';
  const name = document.createElement('span');
  name.textContent = grid.subjects[subject];
  head.append(name);
  return head;
};
const drawGrid = (only) => {
  if (!table) return;
  const shown = subjectsFrom(only);
  const head = table.tHead.rows[0];
  head.replaceChildren(head.cells[0], ...shown.map(headOf));
  for (const suite of all('.suite th', table)) suite.colSpan = shown.length + 1;
  for (const row of all('[data-row]', table)) {
    row.replaceChildren(row.cells[0], ...shown.map((subject) => cellOf(Number(row.dataset.row), subject)));
  }
  const page = one('#page');
  if (!page) return;
  const last = Math.min(first + grid.columns, grid.subjects.length);
  const beyond = grid.missing > 0 ? ' ' + grid.missing + ' more in report.json only.' : '';
  page.textContent = (only === '' ? 'Subjects ' + (first + 1) + ' to ' + last : 'One subject') + ' of ' + grid.subjects.length + ', those with violations first.' + beyond;
  for (const button of all('[data-turn]')) {
    const next = first + Number(button.dataset.turn) * grid.columns;
    button.disabled = only !== '' || next < 0 || next >= grid.subjects.length;
  }
};
`;
