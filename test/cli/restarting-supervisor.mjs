// Starts the service again as soon as it ends, as a development server does.
import { spawn } from 'node:child_process';

let child;
const start = () => {
  child = spawn(process.execPath, ['service.mjs'], { stdio: 'inherit' });
  child.once('exit', start);
};
process.on('SIGTERM', () => {
  child.off('exit', start);
  child.kill();
  process.exit();
});
start();
