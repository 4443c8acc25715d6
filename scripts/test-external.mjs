/**
 * `npm run test:external`: runs the API tests on an external PostgreSQL, at TEST_DATABASE_URL or installed on this
 * machine. Reports and succeeds when there is neither.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findPostgresPrograms, startExternalPostgres } from './external-postgres.mjs'
import { REPOSITORY } from './repository.mjs'

const runTests = async (address) => {
  const tests = spawn('npx', ['vitest', 'run', '--project', 'api', ...process.argv.slice(2)], {
    cwd: REPOSITORY,
    env: { ...process.env, TEST_DATABASE_URL: address },
    stdio: 'inherit',
  })
  const [code] = await once(tests, 'exit')
  return code ?? 1
}

const runOnOwnServer = async (programs) => {
  console.log(
    `The tests run on PostgreSQL ${programs.major} of this machine, over TLS, as an owner who is no superuser`,
  )
  const server = await startExternalPostgres(programs)
  // The tests also receive the signal; the server stops after them.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  try {
    return await runTests(server.address)
  } finally {
    await server.stop()
  }
}

const address = process.env.TEST_DATABASE_URL
const programs = findPostgresPrograms()
if (address) process.exitCode = await runTests(address)
else if (programs) process.exitCode = await runOnOwnServer(programs)
else
  console.log(
    'No external PostgreSQL: set TEST_DATABASE_URL or install one (Debian: apt-get install postgresql-15)',
  )
