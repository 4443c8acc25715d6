import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiAnswer, ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { readUnreleasedFile } from '../../apps/api/src/testing/release.ts'
import { patientFields, pdfBytes } from '../../apps/api/src/testing/test-records.ts'
import type { Installation, Team } from './installation.ts'

class Refusal extends Error {
  override name = 'Refusal'
}

interface Published {
  id: number
  patientId: number
  visitId: number
}

/** Half of the changes meet earlier ones that are still on their way. */
const RECENT = 20

const dataOf = ({ status, body }: ApiAnswer) => {
  if (status !== 200 && status !== 202) throw new Refusal(`${status} ${String(body?.code)}`)
  return body.data
}

/** Changes reports, their visits and patients at random. */
export const createStaff = (
  { teams, referrerId, typeId, checkedTypeId }: Installation,
  random: () => number,
) => {
  const reports: Published[] = []
  const amendments: number[] = []
  const survivors = new Map<number, number>()
  const refusals = new Map<string, number>()
  let done = 0
  const pick = <One>(list: readonly One[]): One | undefined => {
    const from = random() < 0.5 ? list.slice(-RECENT) : list
    return from[Math.floor(random() * from.length)]
  }
  const remove = <One>(list: One[], one: One) => {
    const index = list.indexOf(one)
    if (index !== -1) list.splice(index, 1)
  }
  const patientOf = ({ patientId }: Published): number => {
    let id = patientId
    for (let next = survivors.get(id); next !== undefined; next = survivors.get(id)) id = next
    return id
  }
  const fileOf = async (by: ApiClient): Promise<string> =>
    dataOf(await by.upload(pdfBytes(), 'result.pdf')).fileUrl

  const openVisit = async ({ doctor }: Team) => {
    const patientId = dataOf(await doctor.post('/user/patient/onboarding', patientFields())).id as number
    const fields = random() < 0.5 ? { referrerId } : {}
    const visit = dataOf(await doctor.post(`/visit/create/${patientId}`, fields)) as { id: number }
    return { patientId, visitId: visit.id }
  }
  const publish = async (team: Team, before?: Published) => {
    const isNew = !before || random() < 0.7
    const place = isNew ? await openVisit(team) : { patientId: patientOf(before), visitId: before.visitId }
    const report = dataOf(
      await team.doctor.post(`/user/uploadPatientReportFile/${place.patientId}`, {
        ...{ title: 'Blood count', reportTypeId: typeId, fileUrl: await fileOf(team.doctor) },
        ...place,
      }),
    ) as { id: number }
    reports.push({ id: report.id, ...place })
  }
  const amendAs = async (by: ApiClient, report: Published, fields: object) => {
    const answer = dataOf(
      await by.put(`/report/update/${report.id}`, {
        ...{ title: 'Corrected', patientId: patientOf(report), reason: 'wrong-result' },
        ...{ fileUrl: await fileOf(by), ...fields },
      }),
    ) as { unreleasedId?: number }
    if (answer.unreleasedId !== undefined) amendments.push(answer.unreleasedId)
  }
  const amend = ({ doctor }: Team, report: Published) => amendAs(doctor, report, { reportTypeId: typeId })
  /** Awaits release by another person. */
  const submit = ({ technician }: Team, report: Published) =>
    amendAs(technician, report, { reportTypeId: checkedTypeId, suspends: random() < 0.6 })
  const withdraw = async ({ doctor }: Team, report: Published) => {
    const { version, sha256 } = dataOf(await doctor.get(`/report/getById/${report.id}`))
    const body = { version: version as number, sha256: sha256 as string, reason: 'published-twice' }
    dataOf(await doctor.delete(`/report/deleteById/${report.id}`, body))
    remove(reports, report)
  }
  const refer = async ({ doctor }: Team, { visitId }: Published) =>
    dataOf(await doctor.put(`/visit/update/${visitId}`, { referrerId: random() < 0.5 ? referrerId : null }))

  const decide = async ({ doctor }: Team) => {
    const id = pick(amendments)
    if (id === undefined) return
    const opened = dataOf(await doctor.get(`/release/getById/${id}`))
    const seen = { revision: opened.revision as number, sha256: opened.file?.sha256 as string }
    const choice = random()
    if (choice < 0.5) {
      const step = opened.amends?.isSuspended ? 'lift' : 'suspend'
      dataOf(await doctor.post(`/release/${step}/${id}`, { ...seen, version: opened.amends?.version }))
    } else if (choice < 0.6)
      dataOf(await doctor.post(`/release/return/${id}`, { revision: seen.revision, reason: 'Page missing' }))
    else {
      remove(amendments, id)
      if (choice < 0.75)
        dataOf(await doctor.post(`/release/discard/${id}`, { revision: seen.revision, reason: 'Not needed' }))
      else {
        await readUnreleasedFile(doctor, id)
        dataOf(await doctor.post(`/release/release/${id}`, { ...seen, aloneReason: 'Alone on duty' }))
      }
    }
  }

  const merge = async ({ admin }: Team, report: Published) => {
    const survivorId = patientOf(report)
    const mergedId = patientOf(pick(reports) ?? report)
    dataOf(await admin.post('/patient/merge', { survivorId, mergedId, reason: 'Registered twice' }))
    survivors.set(mergedId, survivorId)
  }
  const undoMerge = async ({ admin }: Team) => {
    const survivorId = pick([...survivors.values()])
    if (survivorId === undefined) return
    const merges = dataOf(await admin.get(`/patient/getMerges/${survivorId}`)) as {
      id: number
      mergedId: number
      isUndoable: boolean
    }[]
    const last = merges.find(({ isUndoable }) => isUndoable)
    if (!last) return
    dataOf(await admin.post(`/patient/undoMerge/${last.id}`))
    survivors.delete(last.mergedId)
  }

  const SHARES: readonly (readonly [
    share: number,
    action: (team: Team, report: Published) => Promise<unknown>,
  ])[] = [
    ...([
      [0.25, publish],
      [0.18, amend],
      [0.08, withdraw],
      [0.12, refer],
    ] as const),
    ...([
      [0.12, submit],
      [0.15, decide],
      [0.07, merge],
      [0.03, undoMerge],
    ] as const),
  ]
  const act = async (team: Team) => {
    const report = pick(reports)
    let rest = random()
    const [, action] = SHARES.find(([share]) => (rest -= share) < 0) ?? []
    if (report && action) await action(team, report)
    else await publish(team)
  }

  return {
    done: () => done,
    refusals,
    /** A refused action counts too; one without an answer does not. */
    async work(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        const team = pick(teams)
        if (!team) return
        try {
          await act(team)
          done += 1
        } catch (error) {
          if (error instanceof Refusal) {
            done += 1
            refusals.set(error.message, (refusals.get(error.message) ?? 0) + 1)
          } else await sleep(50)
        }
      }
    },
  }
}
