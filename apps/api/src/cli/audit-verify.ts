import { access } from 'node:fs/promises'
import { createActivitySealService } from '../modules/activity/activity-seal.service.ts'
import { parseHead, readHeads, type StoredHead } from '../modules/activity/chain-heads.ts'
import { checkKey } from '../modules/installation/installation-key.ts'
import { createEncryption } from '../platform/encryption.ts'
import { readSettings } from '../config/read-settings.ts'
import { requireSecret } from './installation.ts'
import { openDatabase } from './open-database.ts'
import { readArguments, runCommand, UsageError } from './run-command.ts'

const USAGE = `npm run audit:verify                            verifies the log, its seals and the heads in AUDIT_HEAD_FILE
npm run audit:verify -- --head <head or file>   compares with a saved head, or a file of them
npm run audit:verify -- --resume "<reason>"     resumes sealing after a break whose cause was found`

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

const headsOf = async (named: string | undefined, file: string | undefined) => {
  if (named === undefined) return file && (await isThere(file)) ? readHeads(file) : []
  const head = parseHead(named)
  if (head) return [head]
  if (await isThere(named)) return readHeads(named)
  throw new UsageError(`There is no file ${named}, and it is not a chain head.\n${USAGE}`)
}

/**
 * `npm run audit:verify`: verifies the complete chain of seals of the activity log. Exits with 1 when an entry was
 * changed, removed or inserted afterwards, or when seals are missing.
 */
await runCommand(async () => {
  const { values, positionals } = readArguments(
    { head: { type: 'string' }, resume: { type: 'string' } },
    USAGE,
  )
  if (positionals.length > 0 || values.resume === '') throw new UsageError(USAGE)
  const config = readSettings()
  const heads: AsyncIterable<StoredHead> | StoredHead[] = await headsOf(values.head, config.auditHeadFile)
  const secret = await requireSecret(config)
  const encryption = createEncryption(secret)
  const installation = await openDatabase(config)
  try {
    await checkKey(installation.database, secret)
    const seals = createActivitySealService({ database: installation.database, encryption })
    const result = await seals.verify(heads)
    console.log(
      `${result.sealedEntries} entries under ${result.seals} seals. Head of the chain: ${result.head}`,
    )
    if (result.unsealedEntries > 0)
      console.log(`${result.unsealedEntries} newer entries are not sealed yet, so they cannot be verified.`)
    if (result.earlierKey)
      console.log(
        `${result.earlierKey.seals} seals were made with a key that was replaced on ` +
          `${result.earlierKey.replacedAt.slice(0, 10)}: only the number of their entries can be verified.`,
      )
    if (result.comparedHeads > 0) console.log(`Compared with ${result.comparedHeads} saved heads.`)
    for (const problem of result.problems) console.error(problem)
    const verdict =
      result.seals > 0 ? 'The sealed part of the activity log is intact.' : 'Nothing is sealed yet.'
    console.log(result.isWhole ? verdict : 'The activity log was tampered with.')
    process.exitCode = result.isWhole ? 0 : 1
    if (values.resume !== undefined) {
      await seals.resume(values.resume)
      console.log('Sealing resumes after the last seal; the problems found stay visible here.')
    }
  } finally {
    await installation.close()
  }
})
