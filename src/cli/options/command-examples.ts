/** What a command line is for, by command: lines that work as they stand, where the named files and services are there. */
export const commandExamples: Readonly<Record<string, readonly (readonly [line: string, why: string])[]>> = {
  run: [
    ['assay run http://127.0.0.1:3000', 'your own service, on this machine'],
    ['assay run http://127.0.0.1:3000 --plan', 'only tell what would be tried'],
    ['assay run http://127.0.0.1:3000 --watch', 'again whenever the service restarts'],
    ["assay run http://127.0.0.1:3000 --only 'safety/*' PUT-02", 'some of the rules'],
    ['assay run https://api.example.com --token-env API_TOKEN', 'reads alone, on somebody else’s host'],
    ['assay run https://api.example.com --permit deletes --format json,junit', 'all of it, for a pipeline'],
  ],
  init: [
    ['assay init http://127.0.0.1:3000', 'write assay.yaml'],
    ['assay init http://127.0.0.1:3000 --stdout', 'only look at it'],
  ],
  demo: [
    ['assay demo', 'the sound service'],
    ['assay demo --fault get-bumps-a-counter', 'with one promise broken'],
    ['assay demo --list', 'what can be broken, and what is legal'],
    ['assay demo --serve --port 4010', 'only serve it, to be audited by another run'],
  ],
  rules: [
    ['assay rules', 'all of them, a line each'],
    ['assay rules --format json', 'for a program'],
  ],
  explain: [
    ['assay explain SAFE-01', 'a clause, and the rules that judge it'],
    ['assay explain safety/get-does-not-change-the-item', 'one rule'],
    ['assay explain reports/report.json 1', 'a violation of a report, and its rule'],
  ],
  replay: [
    ['assay replay reports/report.json', 'every violation, one after the other'],
    ['assay replay reports/report.json 2 --base-url http://127.0.0.1:3000', 'the second one, elsewhere'],
  ],
  report: [
    ['assay report reports/report.json', 'as it was printed'],
    ['assay report reports/report.json --format markdown', 'for a pull request'],
  ],
  clean: [
    ['assay clean reports --dry-run', 'what is still there'],
    ['assay clean reports', 'remove it'],
  ],
  compare: [['assay compare before.json reports/report.json', 'what is new, and what was mended']],
  merge: [['assay merge one/report.json two/report.json --out reports', 'shards into one report']],
  completion: [
    ['source <(assay completion bash)', 'in this shell'],
    ['assay completion zsh > ~/.zfunc/_assay', 'for good'],
    ['assay completion fish > ~/.config/fish/completions/assay.fish', 'for good'],
  ],
};
