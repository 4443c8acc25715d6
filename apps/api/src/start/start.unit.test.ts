import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { DatabaseUnavailableError } from '../platform/database/database.ts'
import { findLaterProblems, prepareDataFolder, waitForDatabase } from './start-checks.ts'
import { describeStartFailure } from './start-failure.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'zelab-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'succeeded',
    (error: unknown) => describeStartFailure(error),
  )

it('reports a data folder that cannot be created in one sentence, without a stack or a loop [OPS-12]', async () => {
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  const sentences = {
    '/proc/x': /^\/proc\/x cannot be created/,
    [`${file}/data`]: /file cannot be used: it is not a folder/,
    [file]: /cannot be used: it is not a folder/,
  }
  for (const [dataDir, sentence] of Object.entries(sentences)) {
    const text = await failureOf(prepareDataFolder(dataDir, { isPassedThrough: false }))
    expect(text).toMatch(sentence)
    expect(text).not.toMatch(/^ +at /m)
  }
  await prepareDataFolder(path.join(folder, 'a/b/c'), { isPassedThrough: false })
  expect(await readdir(path.join(folder, 'a/b'))).toEqual(['c'])
})

it('creates a data folder for its owner alone, and names one that others may read [OPS-18]', async () => {
  const modeOf = async (name: string) => (await stat(path.join(folder, name))).mode & 0o777
  for (const [name, isPassedThrough, mode] of [
    ['own', false, 0o700],
    ['passed', true, 0o711],
  ] as const) {
    const dataDir = path.join(folder, name)
    await prepareDataFolder(dataDir, { isPassedThrough })
    expect(await modeOf(name)).toBe(mode)
    expect(await findLaterProblems(readConfig({ DATA_DIR: dataDir }))).toEqual([])
  }
  const dataDir = path.join(folder, 'own')
  await chmod(dataDir, 0o755)
  await prepareDataFolder(dataDir, { isPassedThrough: false })
  expect(await modeOf('own')).toBe(0o755)
  expect(await findLaterProblems(readConfig({ DATA_DIR: dataDir }))).toEqual([
    `DATA_DIR can be read by every account of this machine: chmod o-r ${dataDir}`,
  ])
})

it('waits for an absent database, reports it, and exits after the time limit [OPS-13]', async () => {
  const said: string[] = []
  const waiting = waitForDatabase('postgresql://a:b@127.0.0.1:1/z', {
    say: (text) => said.push(text),
    waitMs: 1500,
  })
  expect(await failureOf(waiting)).toMatch(/^The database does not answer: .*ECONNREFUSED/)
  expect(said).toEqual([expect.stringMatching(/^Waiting up to 2 seconds for the database/)])
})

it('distinguishes a refusal of the database from silence [OPS-13]', () => {
  const refused = Object.assign(new Error('password authentication failed for user "a"'), {
    code: '28P01',
    severity: 'FATAL',
  })
  expect(describeStartFailure(new DatabaseUnavailableError(refused))).toBe(
    'The database refused the connection: password authentication failed for user "a". Check the user, the password and ' +
      'the database in DATABASE_URL.',
  )
})

it('places that are needed later are tried at the start, and left as they were [OPS-14]', async () => {
  const unusable = readConfig({
    DATA_DIR: folder,
    BACKUP_DIR: '/proc/backups',
    AUDIT_HEAD_FILE: path.join(folder, 'absent/heads'),
    SEAL_P12: path.join(folder, 'absent.p12'),
  })
  expect(await findLaterProblems(unusable)).toEqual([
    expect.stringMatching(/^BACKUP_DIR cannot be written, so there will be no backup: ENOENT/),
    expect.stringMatching(/^AUDIT_HEAD_FILE cannot be written, so no heads are kept: ENOENT/),
    'SEAL_P12 cannot be used (missing), so copies of reports will have no seal.',
  ])
  const backups = path.join(folder, 'backups')
  const usable = { BACKUP_DIR: backups, AUDIT_HEAD_FILE: path.join(folder, 'heads'), DATA_DIR: folder }
  expect(await findLaterProblems(readConfig(usable))).toEqual([])
  expect(await readdir(backups)).toEqual([])
  // Opening a pipe blocks, like an unavailable network drive.
  const pipe = path.join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  expect(await findLaterProblems(readConfig({ AUDIT_HEAD_FILE: pipe, DATA_DIR: folder }))).toEqual([
    'AUDIT_HEAD_FILE cannot be written, so no heads are kept: no answer within 5 seconds',
  ])
  await readFile(pipe)
})

it('names a mail server and a virus scanner that do not answer, and starts [OPS-72]', async () => {
  const dataDir = path.join(folder, 'with-servers')
  await prepareDataFolder(dataDir, { isPassedThrough: false })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const problemsWith = (smtp: string, clamd: string) =>
    findLaterProblems(readConfig({ DATA_DIR: dataDir, SMTP_URL: smtp, CLAMD_URL: clamd }))
  try {
    expect(await problemsWith(`smtp://127.0.0.1:${port}`, `tcp://127.0.0.1:${port}`)).toEqual([])
  } finally {
    server.close()
    await once(server, 'close')
  }
  expect(await problemsWith(`smtp://127.0.0.1:${port}`, `unix://${dataDir}/none`)).toEqual([
    expect.stringMatching(/^SMTP_URL cannot be reached, so emails wait: connect ECONNREFUSED/),
    expect.stringMatching(
      /^CLAMD_URL cannot be reached, so no file is accepted until it answers: connect ENOENT/,
    ),
  ])
})
