import { createRow, createStore } from './store.mjs';

/** The companies, each with some data. */
export function createStores() {
  const acme = createStore();
  addMembers(acme, ['Ada Byron', 'Ben Okri', 'Chen Li']);
  const website = addProject(acme, 'Website', ['bug', 'docs', 'ui']);
  for (let number = 1; number <= 12; number += 1)
    addIssue(acme, website, number, number % 3 ? ['bug'] : ['docs', 'ui']);
  addIssue(acme, addProject(acme, 'Mobile app', ['bug']), 1, []);
  const globex = createStore();
  addMembers(globex, ['Gus Moe', 'Hana Sato']);
  addIssue(globex, addProject(globex, 'Warehouse', ['urgent']), 1, ['urgent']);
  return new Map([
    ['acme', acme],
    ['globex', globex],
  ]);
}

function addMembers(store, names) {
  for (const name of names) {
    const [first] = name.toLowerCase().split(' ');
    const member = { ...createRow('mem', { name, email: `${first}@example.com` }), id: `mem_${first}` };
    store.members.set(member.id, member);
  }
}

function addProject(store, name, labels) {
  const [leadId] = store.members.keys();
  const project = createRow('prj', { name, visibility: 'private', leadId, status: 'active', numbers: 0 });
  store.projects.set(project.id, project);
  for (const label of labels) {
    const row = createRow('lbl', { name: label, projectId: project.id, color: '#8844aa' });
    store.labels.set(`${project.id}/${label}`, row);
  }
  return project;
}

function addIssue(store, project, number, labels) {
  const issue = createRow('iss', {
    projectId: project.id,
    number,
    title: `Page ${number} has an error`,
    status: number % 4 ? 'open' : 'closed',
    priority: 'normal',
    labels,
  });
  project.numbers = number;
  store.issues.set(issue.id, issue);
  const comment = createRow('com', { issueId: issue.id, text: 'I see this, too.', author: 'Ben Okri' });
  store.comments.set(comment.id, comment);
}
