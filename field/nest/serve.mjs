import { register } from 'node:module';
import 'reflect-metadata';

register('./typescript.mjs', import.meta.url);
const { createApp } = await import('./app.mts');

const app = await createApp({ isDocumented: !process.argv.includes('--undocumented') });
await app.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
console.log(`http://127.0.0.1:${app.getHttpServer().address().port}`);
