/** `npm start` and `npm run demo`: builds what changed, if possible, then runs the server in this process. */
import { fileURLToPath } from 'node:url'
import { endWithNpm, readEnvFile, requireNode } from './process.mjs'

requireNode()
endWithNpm()
await readEnvFile()

const { readyProduct } = await import('./ready-product.mjs')
try {
  await readyProduct()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

if (process.argv.includes('--demo')) process.env.DEMO = '1'

// In this process, so that signals, exit code and terminal are the server's.
const server = new URL('../apps/api/dist/server.js', import.meta.url)
process.argv = [process.execPath, fileURLToPath(server), ...process.argv.slice(2)]
process.setSourceMapsEnabled(true)
await import(server.href)
