// `command-server.fixture.ts` starts this program: it loads the built command line once, and runs one command after the other.
// A command gets the folder, the environment and the arguments of a process of its own, and ends when such a process would
// end: when nothing keeps the event loop alive any more.
import { main } from '../../dist/bundle/src/cli/main.js';

/** The command under way. */
let current;

const exit = process.exit;
const streams = [process.stdout, process.stderr];

const listListeners = (emitter) => emitter.eventNames().flatMap((name) => emitter.listeners(name));

process.on('message', ({ cwd, args, env, bin, end }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(1, Infinity, bin, ...args);
  current = { end, code: undefined, listeners: listListeners(process).length, streams: streams.map(listListeners) };
  process.channel.unref();
  main(args).then((code) => {
    current.code = code;
  });
});

// A process would end here.
process.on('beforeExit', () => {
  if (current === undefined || !process.connected) return;
  const { end, code = 13, listeners } = current;
  // What a command leaves behind could change the next one, so this process ends as a process of its own would.
  if (listListeners(process).length !== listeners || process.exitCode !== undefined || process.exit !== exit) {
    process.exitCode = code;
    process.disconnect();
    return;
  }
  streams.forEach((stream, i) => {
    for (const name of stream.eventNames())
      for (const listener of stream.listeners(name))
        if (!current.streams[i].includes(listener)) stream.off(name, listener);
    stream.write(end);
  });
  current = undefined;
  process.channel.ref();
  process.send(code);
});

process.on('disconnect', () => {
  if (process.exitCode === undefined) exit();
});
