// Makes .next/standalone complete and runnable by itself: static files beside the server, and before Next's own server
// the one that adds the Content-Security-Policy. Run by `npm run build`.
import { cpSync, existsSync, renameSync } from "node:fs";

const root = new URL("..", import.meta.url).pathname;
const out = `${root}.next/standalone`;

cpSync(`${root}.next/static`, `${out}/.next/static`, { recursive: true });
if (existsSync(`${root}public`)) cpSync(`${root}public`, `${out}/public`, { recursive: true });
renameSync(`${out}/server.js`, `${out}/next-server.js`);
cpSync(`${root}server/server.mjs`, `${out}/server.js`);
cpSync(`${root}server/policy.mjs`, `${out}/policy.mjs`);
