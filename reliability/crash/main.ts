/**
 * `npm run test:crash -- --minutes 10`: injects faults into busy installations and compares the result with the
 * acknowledged actions (docs/decisions/0012). Half of the time uses one process with its own database, the other half
 * two on an external one. Exits with 1 when anything was lost or duplicated.
 */
import { numberOrExit, readArgumentsOrExit } from '../../apps/api/src/cli/run-command.ts'
import { crashOne, crashSeveral } from './crash-rounds.ts'
import type { Outcome } from './rounds.ts'

const { values } = readArgumentsOrExit(
  { minutes: { type: 'string', default: '10' } },
  'npm run test:crash -- [--minutes 10]   breaks the service during work and counts losses',
)
const minutes = numberOrExit('minutes', values.minutes, { isWhole: false }) / 2

const show = (title: string, outcome: Outcome) => {
  const { table, findings, checks, downloads, wrongDownloads, repeatedMails, sms, ownEnds } = outcome
  process.stdout.write(
    [
      `\n${title}`,
      table,
      `${checks} checks, ${findings.length} with findings; ${downloads} downloads, ${wrongDownloads} wrong; ` +
        `${repeatedMails.toUsers} mails to users and ${repeatedMails.toPatients} to patients sent again under their id; ${sms.received} SMS, ${sms.repeated} of them again; a server ended by itself ${ownEnds.length} times`,
      ...ownEnds,
      ...findings,
      ...outcome.sums
        .filter(({ lost }) => lost > 0)
        .map(({ action, marksOfLost }) => `${action}: ${marksOfLost.join(', ')}`),
      '',
    ].join('\n'),
  )
  const isWhole =
    findings.length === 0 &&
    wrongDownloads === 0 &&
    repeatedMails.toPatients === 0 &&
    sms.repeated === 0 &&
    outcome.sums.every((sum) => sum.lost + sum.duplicated === 0)
  if (!isWhole) process.exitCode = 1
}

show('One process, its own database, files in a folder', await crashOne({ minutes }))
show('Two processes behind a proxy, one database, one bucket', await crashSeveral({ minutes }))
