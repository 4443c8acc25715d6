/** `node scripts/run-cli.mjs audit-verify`: runs a command of the API, built when needed. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readEnvFile } from './process.mjs'
import { readyProduct } from './ready-product.mjs'
import { REPOSITORY } from './repository.mjs'

const COMMANDS = ['verify-data', 'backup', 'restore', 'sign-in-link', 'replace-key', 'audit-verify']

const [command, ...options] = process.argv.slice(2)
if (!COMMANDS.includes(command)) {
  console[command === '--help' ? 'log' : 'error'](`node scripts/run-cli.mjs ${COMMANDS.join('|')} [options]`)
  process.exit(command === '--help' ? 0 : 1)
}
await readEnvFile()
await readyProduct()
const program = path.join(REPOSITORY, `apps/api/dist/${command}.js`)
process.argv = [process.execPath, program, ...options]
await import(pathToFileURL(program).href)
