import { randomUUID } from 'node:crypto'
import { readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ReceivedFile } from '@zelab/contract'
import type { ApiAnswer, ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { decideItem } from '../../apps/api/src/testing/inbox.ts'
import { pdfOfText } from '../../apps/api/src/testing/hostile-files.ts'
import { zipOf } from '../../apps/api/src/testing/zip-files.ts'
import { createAnalyzer, type AnalyzerPlace } from './simulated-analyzer.ts'
import { createAttempts, digest, newMark, type AttemptedAction, type Ledger } from './attempts.ts'
import { WAIT_MS } from '../../test-limits.ts'

/** Below the upload limit of a user. */
const MOST_SENT = 1_500
const ARCHIVED_FILES = 3
const SCANNED_FILES = 3
/** A claim of a killed process is taken over after some polls. */

const newReport = () => pdfOfText(['Blood count', `Specimen ${randomUUID()}`])

export const createArrivals = (ledger: Ledger) => {
  const { retryUntilAnswered, recordAttempt, recordAnswer } = createAttempts(ledger)
  const isOver = { value: false }
  const analyzer = createAnalyzer(ledger, newReport)
  let sent = 0

  /** A conflict with its own earlier request resolves itself. */
  const drop = (client: ApiClient, action: 'drop' | 'archive', content: Buffer, fileName: string) => {
    sent += 1
    const key = randomUUID()
    return retryUntilAnswered(action, async () => {
      const form = new FormData()
      form.append('reportFile', new Blob([new Uint8Array(content)]), fileName)
      const answer = await client.post(`/inbox/uploadFile?key=${key}`, form)
      return answer.status === 409 || answer.status === 429 ? 'not yet' : answer
    })
  }

  const rowsOf = (answer: ApiAnswer | undefined) => (answer?.body?.data ?? []) as ReceivedFile[]

  const sort = async (client: ApiClient, itemId: number, patientId: number, reportTypeId: number) => {
    const title = `Report ${newMark()}`
    const done = recordAttempt('sort', title)
    const answer = await retryUntilAnswered('sort', async (headers) => {
      const fields = { patientId, reportTypeId, title }
      const decided = await decideItem(client, `/inbox/publish/${itemId}`, fields, { headers })
      // The process that sent the file ended before it noted so.
      return decided.body?.code === 'INBOX_ITEM_NOT_OPENED' ? 'not yet' : decided
    })
    recordAnswer(done, answer)
  }

  const dropWork = async (client: ApiClient, patientId: number, reportTypeId: number) => {
    const content = await newReport()
    const done = recordAttempt('drop', digest(content))
    const answer = await drop(client, 'drop', content, 'result.pdf')
    if (!recordAnswer(done, answer)) return
    const [row] = rowsOf(answer)
    if (row?.itemId && sent % 2 === 0) await sort(client, row.itemId, patientId, reportTypeId)
  }

  const archiveWork = async (client: ApiClient) => {
    const contents = await Promise.all(Array.from({ length: ARCHIVED_FILES }, newReport))
    const files = contents.map((content) => recordAttempt('archive', digest(content)))
    const archive = zipOf(contents.map((content, index) => ({ name: `${index}.pdf`, content })))
    const answer = await drop(client, 'archive', archive, 'scans.zip')
    for (const done of files) recordAnswer(done, answer)
    const refused = rowsOf(answer).find(({ itemId }) => itemId === null)
    if (refused) throw new Error(`A file of an archive was refused: ${JSON.stringify(refused)}`)
  }

  const uploadWork = async (client: ApiClient, patientId: number, reportTypeId: number) => {
    if (sent < MOST_SENT) {
      if (sent % 5 === 4) await archiveWork(client)
      else await dropWork(client, patientId, reportTypeId)
    }
    await ledger.pace.think(100)
  }

  const namesBelow = async (folder: string): Promise<Set<string> | undefined> => {
    const names = await readdir(folder, { recursive: true }).catch(() => undefined)
    return names && new Set(names.map((name) => path.basename(name)))
  }

  /** A scanner that writes files into the watched folder. A file that leaves it counts as acknowledged. */
  const scanWork = async (folder: string) => {
    const scanned = new Map<string, AttemptedAction>()
    for (let number = 0; number < SCANNED_FILES; number++) {
      const content = await newReport()
      const name = `${randomUUID()}.pdf`
      scanned.set(name, recordAttempt('folder', digest(content)))
      await writeFile(path.join(folder, `${name}.tmp`), content)
      await rename(path.join(folder, `${name}.tmp`), path.join(folder, name))
    }
    const deadline = Date.now() + WAIT_MS
    while (scanned.size > 0 && Date.now() < deadline && !isOver.value) {
      await ledger.pace.think(200)
      const [before, after] = [await namesBelow(folder), await namesBelow(folder)]
      for (const [name, done] of scanned) {
        if (after?.has(`${name}.txt`)) throw new Error(`A scanned file was refused: ${name}`)
        // A claim that was taken over in between may be missing from one of the lists.
        if (!before || !after || before.has(name) || after.has(name)) continue
        done.isAcknowledged = true
        scanned.delete(name)
      }
    }
  }

  const addPatient = async (client: ApiClient): Promise<number> => {
    const fields = { fullName: `Person ${newMark()}`, phone: '+971509999999', dob: '1991-06-02' }
    const done = recordAttempt('register', fields.fullName)
    const answer = await retryUntilAnswered('register', (headers) =>
      client.post('/user/patient/onboarding', fields, { headers }),
    )
    if (!recordAnswer(done, answer)) throw new Error('No patient for the inbox')
    return done.recordId
  }

  return {
    async work(
      client: ApiClient,
      reportTypeId: number,
      { scans, hl7 }: { scans: string; hl7: AnalyzerPlace },
    ): Promise<void> {
      const patientId = await addPatient(client)
      const again = async (task: () => Promise<void>) => {
        while (!isOver.value) await task()
      }
      await Promise.all([
        again(() => uploadWork(client, patientId, reportTypeId)),
        again(() => scanWork(scans)),
        again(() => analyzer.work(hl7)),
      ])
    },
    stop: () => (isOver.value = true),
  }
}
